"""Converts the crates of a list to gzip N-Quads in a folder that all workers of a Spark cluster see, and prints a summary.

spark-submit --master spark://… convert_crates.py LIST FOLDER PARTS [--exit-zero]
"""
import argparse
import os
import subprocess
import sys

from pyspark.sql import SparkSession
from summary import summarize

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("list", help="path or address that Spark reads, such as hdfs://… or s3a://…: a crate on each line")
parser.add_argument("folder", help="a new one for each list; to go on after a failure, the same")
parser.add_argument("parts", type=int, help="some for each core, so that none waits long for the last")
parser.add_argument("--exit-zero", action="store_true", help="end with 0 even if crates failed")
options = parser.parse_args()
folder = os.path.abspath(options.folder)


def convert(part, crates):
    """Runs on a worker. Two attempts at a part write the same bytes, each whole; the report appears last."""
    name = f"{folder}/part-{part:05}"
    if not os.path.exists(f"{name}.jsonl"):
        command = ["crategraph", "convert", "--each", "--skolem", "--exit-zero", "--force"]
        command += ["-o", f"{name}.nq.gz", "--report", f"{name}.jsonl"]
        subprocess.run(command, input="".join(f"{crate}\n" for crate in crates).encode(), check=True)
    return []


os.makedirs(folder, exist_ok=True)
spark = SparkSession.builder.appName("crategraph").getOrCreate()
crates = spark.sparkContext.textFile(options.list, options.parts)
parts = crates.getNumPartitions()
try:
    crates.mapPartitionsWithIndex(convert).count()
except Exception as error:  # a part that failed four times: the summary names it
    print(error, file=sys.stderr)
spark.stop()
raise SystemExit(summarize(folder, parts, options.exit_zero))
