/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names that are the same however they are written, and the nearest known one. */

#include <string.h>

#include "base/weft-name.h"
#include "base/weft-plain.h"

static void
assert_fold (const char *name,
             const char *expected)
{
  g_autofree char *folded = weft_name_fold (name);

  g_assert_cmpstr (folded, ==, expected);
}

static void
test_fold (void)
{
  assert_fold ("Infinity Fabric", "infinityfabric");
  assert_fold ("infinity-fabric", "infinityfabric");
  assert_fold ("INFINITY_FABRIC", "infinityfabric");
  assert_fold (" H100\tSXM5 ", "h100sxm5");
  assert_fold ("", "");
  assert_fold ("- _", "");
  assert_fold ("ÉTÉ\302\240\342\200\221x", "étéx");
  assert_fold ("a\xff" "b", "a\357\277\275b");
}

static void
assert_plain (const char *text,
              WeftPlain   plain,
              gsize       max_chars,
              const char *expected)
{
  g_autofree char *found = weft_plain_text (text, plain, max_chars);

  g_assert_cmpstr (found, ==, expected);
}

#define MARK "\357\277\275"

static void
test_plain (void)
{
  assert_plain ("", WEFT_PLAIN_LINES, 0, "");
  assert_plain ("Größe ≥ 3 日本 😀", WEFT_PLAIN_ONE_LINE, 0, "Größe ≥ 3 日本 😀");
  assert_plain ("a\nb\tc\rd", WEFT_PLAIN_LINES, 0, "a\nb\tc" MARK "d");
  assert_plain ("a\nb\tc\rd", WEFT_PLAIN_ONE_LINE, 0, "a b c d");
  assert_plain ("\033[31m\007\177\302\233\302\205", WEFT_PLAIN_LINES, 0,
                MARK "[31m" MARK MARK MARK MARK);
  assert_plain ("\342\200\256gpj.exe\342\201\251\330\234\342\200\250", WEFT_PLAIN_LINES, 0,
                MARK "gpj.exe" MARK MARK MARK);
  assert_plain ("a\xff\xc3", WEFT_PLAIN_LINES, 0, "a" MARK MARK);
  assert_plain ("äöüß", WEFT_PLAIN_LINES, 4, "äöüß");
  assert_plain ("äöüßx", WEFT_PLAIN_LINES, 4, "äöü…");
}

static void
test_equal (void)
{
  g_assert_true (weft_name_equal ("Infinity Fabric", "infinityfabric"));
  g_assert_true (weft_name_equal ("", "-"));
  g_assert_true (weft_name_equal ("NVLink-4 ", "nv link_4"));
  g_assert_false (weft_name_equal ("nvlink4", "nvlink"));
  g_assert_false (weft_name_equal ("nvlink", "nvlink4"));
  g_assert_false (weft_name_equal ("nvlink4", "nvlink5"));
  g_assert_false (weft_name_equal ("", "x"));
}

static void
test_nearest (void)
{
  static const char *const known[] = {
    "NVLink", "NVSwitch", "Infinity Fabric", "PCIe", "Slingshot", "InfiniBand", NULL
  };
  static const char *const none[] = { NULL };

  g_assert_cmpstr (weft_name_nearest ("nvlnk", known), ==, "NVLink");
  g_assert_cmpstr (weft_name_nearest ("NV-Link", known), ==, "NVLink");
  g_assert_cmpstr (weft_name_nearest ("infinity fabirc", known), ==, "Infinity Fabric");
  g_assert_cmpstr (weft_name_nearest ("infiniband hdr", known), ==, "InfiniBand");
  g_assert_cmpstr (weft_name_nearest ("pci", known), ==, "PCIe");
  g_assert_cmpstr (weft_name_nearest ("PCEi", known), ==, "PCIe"); /* a swap is one step */
  g_assert_null (weft_name_nearest ("pc", known));                /* two of four letters */
  g_assert_null (weft_name_nearest ("Ethernet", known));
  g_assert_null (weft_name_nearest ("", known));
  g_assert_null (weft_name_nearest ("x", none));
}

static void
test_nearest_bounds (void)
{
  static const char *const nine[] = { "abcdefghi", NULL };
  static const char *const tied[] = { "abcX", "abcY", "abc", NULL };
  static const char *const swapped[] = { "abcdef", NULL };
  g_autofree char *large = g_strnfill (1000 * 1000, 'a');

  g_assert_cmpstr (weft_name_nearest ("abcdefXYZ", nine), ==, "abcdefghi"); /* 3 of 9 */
  g_assert_null (weft_name_nearest ("abcdeWXYZ", nine));
  g_assert_cmpstr (weft_name_nearest ("abcd", tied), ==, "abcX");
  g_assert_cmpstr (weft_name_nearest ("ABC", tied), ==, "abc");
  g_assert_cmpstr (weft_name_nearest ("badcef", swapped), ==, "abcdef");
  g_assert_null (weft_name_nearest (large, nine));
}

/* Each word counts, in whatever order; what is not there does not match. */
static void
test_matches (void)
{
  g_autofree char *folded = weft_name_fold ("NVIDIA H100 80GB SXM5");

  g_assert_true (weft_name_matches (folded, ""));
  g_assert_true (weft_name_matches (folded, "h100"));
  g_assert_true (weft_name_matches (folded, "sxm-5  nvidia"));
  g_assert_true (weft_name_matches (folded, "\tH100 80 gb"));
  g_assert_false (weft_name_matches (folded, "h100 pcie"));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/base/name/fold", test_fold);
  g_test_add_func ("/base/name/equal", test_equal);
  g_test_add_func ("/base/name/plain", test_plain);
  g_test_add_func ("/base/name/matches", test_matches);
  g_test_add_func ("/base/name/nearest", test_nearest);
  g_test_add_func ("/base/name/nearest-bounds", test_nearest_bounds);

  return g_test_run ();
}
