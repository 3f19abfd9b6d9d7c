"""Draws the curve of a tide gauge: python draw_curve.py gauge.csv > curve.svg"""
import csv
import sys

WIDTH, HEIGHT, TOP = 720, 280, 8.0


def points(path):
    with open(path, newline="", encoding="utf-8") as file:
        levels = [float(row["level_m"]) for row in csv.DictReader(file)]
    for at, level in enumerate(levels):
        yield 50 + at / (len(levels) - 1) * 640, 250 - level / TOP * 220


line = "L".join(f"{x:.1f} {y:.1f}" for x, y in points(sys.argv[1]))
print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">')
print(f'  <path d="M{line}" fill="none" stroke="#0a5a6b" stroke-width="2.5"/>')
print("</svg>")
