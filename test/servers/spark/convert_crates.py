"""Converts a list of crates to gzip shards of N-Quads, by the workers of a Spark cluster.

convert_crates.py MASTER LIST SHARDS PARTITIONS COMMAND
"""
import os
import sys

from pyspark.sql import SparkSession

master, listed, shards, partitions, command = sys.argv[1:]
spark = SparkSession.builder.master(master).appName("crategraph").getOrCreate()
with open(listed, encoding="utf-8") as lines:
    crates = spark.sparkContext.parallelize(lines.read().splitlines(), int(partitions))
# Without checkCode, PySpark takes a program that died for one that was done. Without env, the program has no PATH.
quads = crates.pipe(command, env=dict(os.environ), checkCode=True)
quads.saveAsTextFile(shards, compressionCodecClass="org.apache.hadoop.io.compress.GzipCodec")
spark.stop()
