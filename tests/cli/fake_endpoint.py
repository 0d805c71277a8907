# SPDX-License-Identifier: GPL-3.0-or-later
"""A language model's endpoint for tests: it proposes one design after the other, or misbehaves as it is told."""
import http.server
import json
import threading

EVIL = "\x1b]0;owned\x07\x1b[2J\u202etxt.exe\u2066<b>\x9b31m"


def chunk(delta, finish=None):
    """One event of a stream."""
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return b"data: " + json.dumps({"model": "fake", "choices": [choice]}).encode() + b"\n\n"


def call(arguments, text="I try this.", name="evaluate_design"):
    """An answer with one call."""
    return [chunk({"role": "assistant", "content": text}),
            chunk({"tool_calls": [{"index": 0, "id": "c1", "type": "function",
                                   "function": {"name": name, "arguments": arguments}}]}),
            chunk({}, "tool_calls"), b"data: [DONE]\n\n"]


def design(number, name="d"):
    """Arguments with the number-th design."""
    return json.dumps({"name": name, "partitions": [{
        "chip": "B200", "role": "general", "power_frac": round(1 - 0.02 * number, 4), "scaleup": "NVLink5",
        "scaleout": "IB-XDR"}]})


def advice(text):
    """An answer of a specialist."""
    items = [{"parameter": "partitions/0/chip", "suggestion": text, "because": text}]
    return [chunk({"content": json.dumps({"items": items})}), chunk({}, "stop"), b"data: [DONE]\n\n"]


class Endpoint:
    """Answers on a port of its own until the end of the block; how is one of the manners below."""

    def __init__(self, manner="designs"):
        self.manner, self.requests, self.lock = manner, [], threading.Lock()
        self.stalled = threading.Event()
        self.over = threading.Event()
        endpoint = self

        class Handler(http.server.BaseHTTPRequestHandler):
            """One connection."""

            def log_message(self, *_arguments):
                pass

            def do_GET(self):
                body = json.dumps({"data": [{"id": "fake"}]}).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                with endpoint.lock:
                    endpoint.requests.append((self.headers.get("Authorization"), body))
                    number = sum("tools" in asked for _key, asked in endpoint.requests) - 1
                try:
                    endpoint.answer(self, body, number)
                except (BrokenPipeError, ConnectionResetError):
                    pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/v1"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_error):
        self.over.set()
        self.server.shutdown()
        self.server.server_close()

    def answer(self, handler, body, number):
        """Writes the answer to one request."""
        getattr(self, self.manner)(handler, "tools" in body, number)

    @staticmethod
    def refuse(handler, status, message, headers=()):
        """An error with a body."""
        body = json.dumps({"error": {"message": message}}).encode()
        handler.send_response(status)
        for header in (("Content-Type", "application/json"), ("Content-Length", str(len(body))), *headers):
            handler.send_header(*header)
        handler.end_headers()
        handler.wfile.write(body)

    @staticmethod
    def stream(handler, events):
        """An event stream that ends with the connection."""
        handler.send_response(200)
        handler.send_header("Content-Type", "text/event-stream")
        handler.send_header("Connection", "close")
        handler.end_headers()
        for event in events:
            handler.wfile.write(event)
            handler.wfile.flush()
        handler.close_connection = True

    # --- manners ---

    def designs(self, handler, is_planner, number):
        """As it should be."""
        self.stream(handler, call(design(number)) if is_planner else advice("B200"))

    def dies(self, handler, is_planner, number):
        """Breaks off in the middle of every answer after the first."""
        if number == 0:
            self.designs(handler, is_planner, number)
        else:
            self.stream(handler, call(design(number))[:2])

    def busy(self, handler, _is_planner, _number):
        """Too many requests, for ever."""
        self.refuse(handler, 429, "too many requests", [("Retry-After", "0")])

    def evil(self, handler, is_planner, number):
        """Steers terminals wherever it can."""
        if not is_planner:
            self.stream(handler, advice(EVIL))
        elif number == 1:
            self.stream(handler, call("{" + EVIL, EVIL, EVIL))
        elif number == 2:
            self.stream(handler, call(json.dumps({"partitions": [{"chip": EVIL}]}), EVIL))
        elif number < 4:
            self.stream(handler, call(design(number, EVIL), EVIL))
        else:
            self.refuse(handler, 400, EVIL)

    def tells_key(self, handler, is_planner, number):
        """Says the key that it was given."""
        key = handler.headers.get("Authorization") or ""
        if number < 1:
            self.stream(handler, call(design(number), "Your key is " + key) if is_planner else advice(key))
        else:
            self.refuse(handler, 401, "Incorrect key: " + key, [("X-Request-Id", key)])

    def stalls(self, handler, is_planner, number):
        """Answers once, and then begins and does not go on."""
        if number == 0:
            self.designs(handler, is_planner, number)
            return
        self.stream(handler, call(design(number))[:1])
        self.stalled.set()
        self.over.wait(60)
