"""Monthly rainfall totals and wet days for each station."""

import csv
import sys
from collections import defaultdict


def main(source, threshold, target):
    totals = defaultdict(float)
    wet_days = defaultdict(int)
    with open(source, newline="") as lines:
        for row in csv.DictReader(lines):
            key = row["station"], row["date"][:7]
            rain = float(row["rain_mm"])
            totals[key] += rain
            wet_days[key] += rain >= threshold
    with open(target, "w", newline="") as lines:
        table = csv.writer(lines, lineterminator="\n")
        table.writerow(["station", "month", "total_mm", "wet_days"])
        for key in sorted(totals):
            table.writerow([*key, f"{totals[key]:.1f}", wet_days[key]])


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]), sys.argv[3])
