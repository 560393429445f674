"""A client of Nameplate's API: one file, with nothing but Python's own library (3.8 and up).

    from nameplate import Nameplate, NameplateError

    nameplate = Nameplate("https://nameplate.example.com", token="np_...")
    nameplate.create_redirect(account, body={"source_host": "go.example.com", "destination_url": "https://example.com"})
    for redirect in nameplate.each(nameplate.list_redirects, account):
        print(redirect["source_host"])

A method for each operation of openapi.json: what is in its path comes first, the query and the body by name. Answers are the
API's JSON as dicts and lists. Generated from the OpenAPI document by `npm run docs`; do not edit.
"""

import gzip
import http.client
import json
import os
import random
import re
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
import zlib
from email.utils import parsedate_to_datetime
from typing import Any, Callable, Dict, Iterator, Optional

__all__ = ["Nameplate", "NameplateError", "Page"]


class NameplateError(Exception):
    """A request that failed: refused by the service, or never answered.

    status: the HTTP status, 0 without an answer.
    code: `error_code` of the answer; "unreachable" without one, "answer_invalid" for one that isn't Nameplate's.
    request_id: `X-Request-Id` of the answer. retry_after: seconds, or None.
    """

    def __init__(
        self,
        message: str,
        status: int,
        code: str,
        request_id: Optional[str] = None,
        retry_after: Optional[float] = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.request_id = request_id
        self.retry_after = retry_after


class Page(Dict[str, Any]):
    """A page of a list, as the API answers it. next: the `cursor` of the next page, or None."""

    next: Optional[str] = None

    @property
    def items_of_page(self) -> Any:
        return self.get("data", self.get("records", []))


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """The API has none, and another host must not get the token."""

    def redirect_request(self, *_: Any) -> None:
        return None


# No answer, one that broke off, or one that isn't HTTP.
_NO_ANSWER = (OSError, EOFError, http.client.HTTPException, zlib.error)

# After these the same request, with the same idempotency key, does no more than once would have done.
_PASSING = {"rate_limited", "unavailable", "idempotency_key_in_use", "unreachable"}


class Nameplate:
    """url and token are NAMEPLATE_URL and NAMEPLATE_TOKEN by default.

    retries: how often a request is tried again that the service can't answer at the moment.
    longest_wait: seconds before a try; a request that would have to wait longer fails at once.
    timeout: seconds without a byte of the answer.
    """

    def __init__(
        self,
        url: Optional[str] = None,
        token: Optional[str] = None,
        *,
        retries: int = 4,
        longest_wait: float = 60,
        timeout: float = 60,
    ) -> None:
        self._url = (url or os.environ.get("NAMEPLATE_URL", "")).rstrip("/")
        self._token = token or os.environ.get("NAMEPLATE_TOKEN", "")
        if not re.match(r"https?://[^/\s]", self._url):
            raise ValueError(f"url is {self._url!r}; allowed: http:// or https:// and a host")
        if not self._token:
            raise ValueError("token is missing; give it, or set NAMEPLATE_TOKEN")
        self._retries = retries
        self._longest_wait = longest_wait
        self._timeout = timeout
        self._opener = urllib.request.build_opener(_NoRedirects)

    def each(self, operation: Callable[..., Page], *path: str, **given: Any) -> Iterator[Any]:
        """The items of all pages of a list, read as they are needed: each(nameplate.list_redirects, account)."""
        cursor: Optional[str] = ""
        while cursor is not None:
            page = operation(*path, **{"per_page": 1000, **given, "cursor": cursor})
            yield from page.items_of_page
            cursor = page.next

    # OPERATIONS
    def _ask(
        self,
        method: str,
        path: str,
        in_path: Dict[str, Any],
        *,
        query: Optional[Dict[str, Any]] = None,
        body: Any = None,
        if_match: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        for name, value in in_path.items():
            # "." and ".." would be resolved, and lead to another operation.
            if str(value) in ("", ".", ".."):
                raise ValueError(f"{name} is {value!r}; allowed: an id")
            path = path.replace("{" + name + "}", urllib.parse.quote(str(value), safe=""))
        asked = {name: _text(value) for name, value in (query or {}).items() if value is not None}
        address = self._url + path + ("?" + urllib.parse.urlencode(asked) if asked else "")
        fields = {"Authorization": "Bearer " + self._token, "Accept-Encoding": "gzip"}
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            fields["Content-Type"] = "application/json"
        if method == "POST":
            # The same for all tries, so that the service carries a request out once.
            fields["Idempotency-Key"] = idempotency_key or uuid.uuid4().hex
        if if_match is not None:
            fields["If-Match"] = if_match
        tried = 0
        while True:
            try:
                return self._send(urllib.request.Request(address, data, fields, method=method))
            except NameplateError as error:
                wait = error.retry_after
                if wait is None:
                    wait = 0.25 * 2**tried * (1 + random.random())
                if tried >= self._retries or error.code not in _PASSING or wait > self._longest_wait:
                    raise
                time.sleep(wait)
                tried += 1

    def _send(self, request: urllib.request.Request) -> Any:
        try:
            with self._opener.open(request, timeout=self._timeout) as response:
                body = _parse(_content(response))
                request_id = response.headers.get("X-Request-Id")
                link = response.headers.get("Link")
        except urllib.error.HTTPError as error:
            raise self._failure(error) from None
        except _NO_ANSWER as error:
            raise self._unreachable(error) from error
        if body is None:
            raise NameplateError(f"the answer of {self._url} is not JSON", 200, "answer_invalid", request_id)
        if link is None or not isinstance(body, dict):
            return body
        page = Page(body)
        page.next = _cursor(link)
        return page

    def _failure(self, error: urllib.error.HTTPError) -> NameplateError:
        try:
            body = _parse(_content(error))
        except _NO_ANSWER as broken:
            return self._unreachable(broken)
        known = isinstance(body, dict) and isinstance(body.get("error"), str)
        return NameplateError(
            body["error"] if known else f"the answer {error.code} is not Nameplate's",
            error.code,
            str(body.get("error_code")) if known else "answer_invalid",
            error.headers.get("X-Request-Id"),
            _seconds(error.headers.get("Retry-After")),
        )

    def _unreachable(self, error: Exception) -> NameplateError:
        return NameplateError(f"{self._url} can't be reached: {error!r}", 0, "unreachable")


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _content(response: Any) -> bytes:
    content: bytes = response.read()
    return gzip.decompress(content) if response.headers.get("Content-Encoding") == "gzip" else content


def _parse(content: bytes) -> Any:
    try:
        return json.loads(content)
    except ValueError:
        return None


def _seconds(field: Optional[str]) -> Optional[float]:
    """Retry-After (RFC 9110 section 10.2.3): seconds, or a date."""
    if field is None:
        return None
    if field.isascii() and field.isdigit():
        return float(field)
    try:
        return max(0.0, parsedate_to_datetime(field).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def _cursor(link: str) -> Optional[str]:
    """The cursor of the link to the next page (RFC 8288)."""
    found = re.search(r'<[^>]*\?([^>]*)>;\s*rel="next"', link)
    return urllib.parse.parse_qs(found.group(1)).get("cursor", [None])[0] if found else None
