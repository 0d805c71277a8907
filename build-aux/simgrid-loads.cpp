// SPDX-License-Identifier: GPL-3.0-or-later
// The loads of `weft bench sim` in SimGrid (S4U): hosts of a star, whose links share max-min fairly and without any
// correction. Prints makespan, processor seconds and messages as one line of JSON. Built by `weft bench sim` itself.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include <simgrid/s4u.hpp>

namespace sg4 = simgrid::s4u;

static const double bandwidth = 53687091200.0;
static const double latency = 500e-9;
static const double message_bytes = 1048576.0;

static std::vector<sg4::Host*> hosts;
static unsigned long n_messages;

static void make_star(unsigned n)
{
  auto* zone = sg4::create_star_zone("star");

  for (unsigned i = 0; i < n; i++) {
    std::string name = std::to_string(i);
    auto* host = zone->create_host("h" + name, "1Gf")->seal();
    auto* up = zone->create_link("u" + name, bandwidth)->set_latency(latency)->seal();
    auto* down = zone->create_link("d" + name, bandwidth)->set_latency(latency)->seal();

    zone->add_route(host->get_netpoint(), nullptr, nullptr, nullptr, {sg4::LinkInRoute(up)}, false);
    zone->add_route(nullptr, host->get_netpoint(), nullptr, nullptr, {sg4::LinkInRoute(down)}, false);
    hosts.push_back(host);
  }
  zone->seal();
}

// Chunks go round until all have the sum.
static void ring(unsigned n)
{
  double chunk = static_cast<double>(static_cast<uint64_t>(message_bytes) / n);

  for (unsigned i = 0; i < n; i++)
    sg4::Actor::create("r" + std::to_string(i), hosts[i], [i, n, chunk] {
      auto* from = sg4::Mailbox::by_name(std::to_string(i));
      auto* to = sg4::Mailbox::by_name(std::to_string((i + 1) % n));
      static int token;

      for (unsigned step = 0; step < 2 * (n - 1); step++) {
        auto sent = to->put_async(&token, static_cast<uint64_t>(chunk));
        from->get<int>();
        sent->wait();
        n_messages++;
      }
    });
}

static unsigned draw(uint32_t& state)
{
  state = state * 1664525u + 1013904223u;
  return state >> 8;
}

// All at once, to random hosts.
static void open(unsigned n, unsigned flows)
{
  for (unsigned i = 0; i < n; i++)
    sg4::Actor::create("o" + std::to_string(i), hosts[i], [i, n, flows] {
      uint32_t state = 12345 + 7919 * i;
      std::vector<sg4::CommPtr> comms;

      for (unsigned k = 0; k < flows / n; k++) {
        unsigned to = draw(state) % (n - 1);

        comms.push_back(sg4::Comm::sendto_async(hosts[i], hosts[to >= i ? to + 1 : to],
                                                static_cast<uint64_t>(message_bytes)));
      }
      for (auto& comm : comms)
        comm->wait();
      n_messages += comms.size();
    });
}

// Rounds of computing and of sending, of random length.
static void lcg(unsigned n, unsigned rounds)
{
  for (unsigned i = 0; i < n; i++)
    sg4::Actor::create("l" + std::to_string(i), hosts[i], [i, n, rounds] {
      uint32_t state = 12345 + 7919 * i;
      static int token;

      // Messages leave without waiting for whom they go to.
      for (unsigned k = 0; k < rounds; k++)
        sg4::Mailbox::by_name(std::to_string(i) + "." + std::to_string(k))->set_receiver(sg4::Actor::self());
      for (unsigned k = 0; k < rounds; k++) {
        double seconds = (1 + draw(state) % 1000) * 1e-6;
        uint64_t bytes = 1024 + draw(state) % 1048576;
        unsigned offset = 1 + 37 * k % (n - 1);

        sg4::this_actor::sleep_for(seconds);
        auto* to = sg4::Mailbox::by_name(std::to_string((i + offset) % n) + "." + std::to_string(k));
        auto sent = to->put_async(&token, bytes);
        sg4::Mailbox::by_name(std::to_string(i) + "." + std::to_string(k))->get<int>();
        sent->wait();
        n_messages++;
      }
    });
}

int main(int argc, char** argv)
{
  sg4::Engine engine(&argc, argv);
  std::string load = argc == 4 ? argv[1] : "";
  unsigned n = argc == 4 ? std::atoi(argv[2]) : 0;
  unsigned size = argc == 4 ? std::atoi(argv[3]) : 0;

  if (n < 2 || (load != "ring" && load != "open" && load != "lcg")) {
    std::fprintf(stderr, "usage: %s ring|open|lcg HOSTS SIZE\n", argv[0]);
    return 2;
  }
  for (const char* option : {"network/model:CM02", "network/bandwidth-factor:1", "network/latency-factor:1",
                             "network/weight-S:0", "network/TCP-gamma:0", "network/crosstraffic:0",
                             "surf/precision:1e-12", "maxmin/precision:1e-9"})
    sg4::Engine::set_config(option);
  // Of the two solvers the one that is the faster for the load.
  sg4::Engine::set_config(load == "open" ? "network/optim:Full" : "network/optim:Lazy");
  make_star(n);
  if (load == "ring")
    ring(n);
  else if (load == "open")
    open(n, size);
  else
    lcg(n, size);
  std::clock_t begin = std::clock();
  engine.run();
  double cpu = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  std::printf("{\"makespan_s\": %.12g, \"cpu_s\": %.6g, \"messages\": %lu}\n", sg4::Engine::get_clock(), cpu, n_messages);
  return 0;
}
