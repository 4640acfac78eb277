#!/usr/bin/env python3
"""The shop's API with nothing but Python's standard library.

PORTSIDE_URL=https://shop.example PORTSIDE_KEY=psk_live_... python3 shop.py buy ORDER-NUMBER-OF-YOURS
python3 shop.py verify SECRET ID TIMESTAMP SIGNATURE < body
"""
import base64
import hashlib
import hmac
import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request


class Refused(Exception):
    """The shop said no: `code` tells why, and nothing has changed."""

    def __init__(self, code, message):
        super().__init__(f"{code}: {message}")
        self.code = code


def call(method, path, body=None, key=None, tries=5):
    """One call; repeats those that may be repeated: reading, and what has an idempotency key."""
    headers = {"Authorization": "Bearer " + os.environ["PORTSIDE_KEY"]}
    if body is not None:
        headers["Content-Type"] = "application/json"
    if key is not None:
        headers["Idempotency-Key"] = key
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(os.environ["PORTSIDE_URL"] + path, data, headers, method=method)
    for left in reversed(range(tries)):
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.load(answer)["data"]
        except urllib.error.HTTPError as error:
            may_repeat = error.code in (429, 503) or (error.code >= 500 and (method == "GET" or key))
            if left == 0 or not may_repeat:
                refusal = json.load(error)
                raise Refused(refusal["code"], refusal["message"]) from error
            time.sleep(int(error.headers.get("Retry-After", 2)))
        except OSError:
            if left == 0 or not (method == "GET" or key):
                raise
            time.sleep(2)


def buy(own_number):
    # A time-out or a crash leaves open whether the order was placed: ask before quoting anew.
    found = call("GET", "/api/orders?" + urllib.parse.urlencode({"reference": own_number}))["items"]
    order = found[0] if found else place(own_number)
    accounts = call("GET", f"/api/orders/{order['order_no']}/accounts")["items"]
    return {"order_no": order["order_no"], "paid": order["total_amount"], "accounts": [one["text"] for one in accounts]}


def place(own_number):
    products = call("GET", "/api/goods?in_stock=true&limit=100")["items"]
    product = products[0]
    wanted = {"goods_id": product["id"], "quantity": product["min_quantity"]}
    quote = call("POST", "/api/orders/quotes", wanted)
    # With the price that was agreed: if it rose meanwhile, the order is refused with 300004.
    agreed = {"total_amount": quote["total_amount"], "reference": own_number}
    return call("POST", "/api/orders", wanted | agreed, key=own_number)


def verify(secret, message_id, timestamp, signatures, body, now=None):
    """Whether the shop sent this webhook; `body` is bytes, exactly as they came."""
    if abs((now or time.time()) - int(timestamp)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return any(hmac.compare_digest(expected, one) for one in signatures.split(" "))


if __name__ == "__main__":
    if sys.argv[1] == "verify":
        print("true" if verify(*sys.argv[2:6], sys.stdin.buffer.read()) else "false")
    else:
        print(json.dumps(buy(sys.argv[2])))
