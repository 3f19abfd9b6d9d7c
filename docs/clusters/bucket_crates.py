"""Prints a list of the crates in a bucket of S3: an address that is valid for 12 hours and, after a TAB, the base.

bucket_crates.py BUCKET PREFIX BASE | crategraph convert --each …

A crate is an object whose key ends in .zip or in ro-crate-metadata.json. Its base is BASE and its key, so that its graph
has the same name with every signature.
"""
import sys
from urllib.parse import quote

import boto3

bucket, prefix, base = sys.argv[1:]
s3 = boto3.client("s3")
for page in s3.get_paginator("list_objects_v2").paginate(Bucket=bucket, Prefix=prefix):
    for key in (item["Key"] for item in page.get("Contents", [])):
        if key.endswith((".zip", "ro-crate-metadata.json")):
            url = s3.generate_presigned_url("get_object", Params={"Bucket": bucket, "Key": key}, ExpiresIn=12 * 60 * 60)
            name = f"{key.removesuffix('.zip')}/" if key.endswith(".zip") else key
            print(f"{url}\t{base}{quote(name)}")
