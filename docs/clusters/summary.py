"""Prints what the reports in a folder say of all parts of a list, and ends with 1 if a crate failed, 2 if a part is missing.

summary.py FOLDER PARTS [--exit-zero]     --exit-zero: failed crates are no reason to end with 1
"""
import argparse
import collections
import json


def summarize(folder, parts, exit_zero=False):
    """Prints the summary and returns the exit status. A report appears when its part is whole: no report, no part."""
    counts, failures, missing = collections.Counter(), [], []
    for part in range(parts):
        try:
            with open(f"{folder}/part-{part:05}.jsonl", encoding="utf-8") as report:
                results = [json.loads(line) for line in report]
        except FileNotFoundError:
            missing.append(part)
            continue
        for result in results:
            counts[result["status"]] += 1
            if result["status"] == "failed":
                failures.append(result)
    print(f"{counts['converted']:,} converted, {counts['failed']:,} failed, {counts['skipped']:,} skipped")
    for failure in failures[:20]:
        print(f"{failure['crate']}: {failure['error']['code']} {failure['error']['message']}")
    if len(failures) > 20:
        print(f"and {len(failures) - 20:,} more")
    if missing:
        print(f"without a report: {', '.join(map(str, missing))}. Run the same command again: it does these parts only.")
        return 2
    return 1 if failures and not exit_zero else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("parts", type=int)
    parser.add_argument("--exit-zero", action="store_true")
    raise SystemExit(summarize(**vars(parser.parse_args())))
