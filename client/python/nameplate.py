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

    def list_redirects(
        self,
        account_uuid: str,
        *,
        source_host: Any = None,
        note: Any = None,
        verdict: Any = None,
        reachable: Any = None,
        query: Any = None,
        page: Any = None,
        per_page: Any = None,
        cursor: Any = None,
        sort: Any = None,
    ) -> "Page":
        """List redirects."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/redirects",
            {"account_uuid": account_uuid},
            query={"source_host": source_host, "note": note, "verdict": verdict, "reachable": reachable, "query": query, "page": page, "per_page": per_page, "cursor": cursor, "sort": sort},
        )

    def create_redirect(
        self,
        account_uuid: str,
        *,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Create a redirect."""
        return self._ask(
            "POST",
            "/api/v1/accounts/{account_uuid}/redirects",
            {"account_uuid": account_uuid},
            body=body,
            idempotency_key=idempotency_key,
        )

    def get_redirect(
        self,
        account_uuid: str,
        redirect_uuid: str,
    ) -> Any:
        """Retrieve a redirect."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/redirects/{redirect_uuid}",
            {"account_uuid": account_uuid, "redirect_uuid": redirect_uuid},
        )

    def update_redirect(
        self,
        account_uuid: str,
        redirect_uuid: str,
        *,
        body: Any = None,
        if_match: Optional[str] = None,
    ) -> Any:
        """Update a redirect."""
        return self._ask(
            "PUT",
            "/api/v1/accounts/{account_uuid}/redirects/{redirect_uuid}",
            {"account_uuid": account_uuid, "redirect_uuid": redirect_uuid},
            body=body,
            if_match=if_match,
        )

    def delete_redirect(
        self,
        account_uuid: str,
        redirect_uuid: str,
    ) -> Any:
        """Delete a redirect."""
        return self._ask(
            "DELETE",
            "/api/v1/accounts/{account_uuid}/redirects/{redirect_uuid}",
            {"account_uuid": account_uuid, "redirect_uuid": redirect_uuid},
        )

    def create_redirect_batch(
        self,
        account_uuid: str,
        *,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Create many redirects at once."""
        return self._ask(
            "POST",
            "/api/v1/accounts/{account_uuid}/redirects/batch",
            {"account_uuid": account_uuid},
            body=body,
            idempotency_key=idempotency_key,
        )

    def list_hosts(
        self,
        account_uuid: str,
        *,
        host: Any = None,
        has_rules: Any = None,
        verdict: Any = None,
        reachable: Any = None,
        query: Any = None,
        page: Any = None,
        per_page: Any = None,
        cursor: Any = None,
        sort: Any = None,
    ) -> "Page":
        """List an account’s hosts."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/hosts",
            {"account_uuid": account_uuid},
            query={"host": host, "has_rules": has_rules, "verdict": verdict, "reachable": reachable, "query": query, "page": page, "per_page": per_page, "cursor": cursor, "sort": sort},
        )

    def diagnose_host(
        self,
        account_uuid: str,
        host: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Find out what is wrong with a host."""
        return self._ask(
            "POST",
            "/api/v1/accounts/{account_uuid}/hosts/{host}/diagnose",
            {"account_uuid": account_uuid, "host": host},
            idempotency_key=idempotency_key,
        )

    def get_host_rules(
        self,
        account_uuid: str,
        host: str,
    ) -> Any:
        """Retrieve the rules of a host."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/hosts/{host}/rules",
            {"account_uuid": account_uuid, "host": host},
        )

    def replace_host_rules(
        self,
        account_uuid: str,
        host: str,
        *,
        body: Any = None,
        if_match: Optional[str] = None,
    ) -> Any:
        """Replace the rules of a host."""
        return self._ask(
            "PUT",
            "/api/v1/accounts/{account_uuid}/hosts/{host}/rules",
            {"account_uuid": account_uuid, "host": host},
            body=body,
            if_match=if_match,
        )

    def list_upstreams(
        self,
        account_uuid: str,
        *,
        page: Any = None,
        per_page: Any = None,
        cursor: Any = None,
        sort: Any = None,
    ) -> "Page":
        """List upstreams."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/upstreams",
            {"account_uuid": account_uuid},
            query={"page": page, "per_page": per_page, "cursor": cursor, "sort": sort},
        )

    def create_upstream(
        self,
        account_uuid: str,
        *,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Create an upstream."""
        return self._ask(
            "POST",
            "/api/v1/accounts/{account_uuid}/upstreams",
            {"account_uuid": account_uuid},
            body=body,
            idempotency_key=idempotency_key,
        )

    def get_upstream(
        self,
        account_uuid: str,
        upstream_uuid: str,
    ) -> Any:
        """Retrieve an upstream."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}",
            {"account_uuid": account_uuid, "upstream_uuid": upstream_uuid},
        )

    def update_upstream(
        self,
        account_uuid: str,
        upstream_uuid: str,
        *,
        body: Any = None,
        if_match: Optional[str] = None,
    ) -> Any:
        """Update an upstream."""
        return self._ask(
            "PUT",
            "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}",
            {"account_uuid": account_uuid, "upstream_uuid": upstream_uuid},
            body=body,
            if_match=if_match,
        )

    def delete_upstream(
        self,
        account_uuid: str,
        upstream_uuid: str,
    ) -> Any:
        """Delete an upstream."""
        return self._ask(
            "DELETE",
            "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}",
            {"account_uuid": account_uuid, "upstream_uuid": upstream_uuid},
        )

    def get_upstream_health(
        self,
        account_uuid: str,
        upstream_uuid: str,
    ) -> Any:
        """Check an upstream now."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/health",
            {"account_uuid": account_uuid, "upstream_uuid": upstream_uuid},
        )

    def list_custom_domain_traffic(
        self,
        account_uuid: str,
        *,
        upstream_uuid: Any = None,
        host: Any = None,
        status: Any = None,
        ready: Any = None,
        external_id: Any = None,
        metadata: Any = None,
        verdict: Any = None,
        reachable: Any = None,
        certificate_state: Any = None,
        traffic: Any = None,
        query: Any = None,
        page: Any = None,
        per_page: Any = None,
        cursor: Any = None,
        sort: Any = None,
    ) -> "Page":
        """List what an account’s custom domains had in the last week."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/custom_domains/traffic",
            {"account_uuid": account_uuid},
            query={"upstream_uuid": upstream_uuid, "host": host, "status": status, "ready": ready, "external_id": external_id, "metadata": metadata, "verdict": verdict, "reachable": reachable, "certificate_state": certificate_state, "traffic": traffic, "query": query, "page": page, "per_page": per_page, "cursor": cursor, "sort": sort},
        )

    def get_challenge_types(
        self,
        account_uuid: str,
    ) -> Any:
        """Retrieve how custom domains can be validated."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/custom_domains/challenge_types",
            {"account_uuid": account_uuid},
        )

    def list_account_custom_domains(
        self,
        account_uuid: str,
        *,
        upstream_uuid: Any = None,
        host: Any = None,
        status: Any = None,
        ready: Any = None,
        external_id: Any = None,
        metadata: Any = None,
        verdict: Any = None,
        reachable: Any = None,
        certificate_state: Any = None,
        traffic: Any = None,
        query: Any = None,
        page: Any = None,
        per_page: Any = None,
        cursor: Any = None,
        sort: Any = None,
    ) -> "Page":
        """List an account’s custom domains."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/custom_domains",
            {"account_uuid": account_uuid},
            query={"upstream_uuid": upstream_uuid, "host": host, "status": status, "ready": ready, "external_id": external_id, "metadata": metadata, "verdict": verdict, "reachable": reachable, "certificate_state": certificate_state, "traffic": traffic, "query": query, "page": page, "per_page": per_page, "cursor": cursor, "sort": sort},
        )

    def get_account_custom_domain(
        self,
        account_uuid: str,
        custom_domain_uuid: str,
    ) -> Any:
        """Retrieve an account’s custom domain."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/custom_domains/{custom_domain_uuid}",
            {"account_uuid": account_uuid, "custom_domain_uuid": custom_domain_uuid},
        )

    def list_custom_domains(
        self,
        account_uuid: str,
        upstream_uuid: str,
        *,
        host: Any = None,
        status: Any = None,
        ready: Any = None,
        external_id: Any = None,
        metadata: Any = None,
        verdict: Any = None,
        reachable: Any = None,
        certificate_state: Any = None,
        traffic: Any = None,
        query: Any = None,
        page: Any = None,
        per_page: Any = None,
        cursor: Any = None,
        sort: Any = None,
    ) -> "Page":
        """List an upstream’s custom domains."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/custom_domains",
            {"account_uuid": account_uuid, "upstream_uuid": upstream_uuid},
            query={"host": host, "status": status, "ready": ready, "external_id": external_id, "metadata": metadata, "verdict": verdict, "reachable": reachable, "certificate_state": certificate_state, "traffic": traffic, "query": query, "page": page, "per_page": per_page, "cursor": cursor, "sort": sort},
        )

    def create_custom_domain(
        self,
        account_uuid: str,
        upstream_uuid: str,
        *,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Create a custom domain."""
        return self._ask(
            "POST",
            "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/custom_domains",
            {"account_uuid": account_uuid, "upstream_uuid": upstream_uuid},
            body=body,
            idempotency_key=idempotency_key,
        )

    def get_custom_domain(
        self,
        account_uuid: str,
        upstream_uuid: str,
        custom_domain_uuid: str,
    ) -> Any:
        """Retrieve a custom domain."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/custom_domains/{custom_domain_uuid}",
            {"account_uuid": account_uuid, "upstream_uuid": upstream_uuid, "custom_domain_uuid": custom_domain_uuid},
        )

    def update_custom_domain(
        self,
        account_uuid: str,
        upstream_uuid: str,
        custom_domain_uuid: str,
        *,
        body: Any = None,
        if_match: Optional[str] = None,
    ) -> Any:
        """Update a custom domain."""
        return self._ask(
            "PUT",
            "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/custom_domains/{custom_domain_uuid}",
            {"account_uuid": account_uuid, "upstream_uuid": upstream_uuid, "custom_domain_uuid": custom_domain_uuid},
            body=body,
            if_match=if_match,
        )

    def delete_custom_domain(
        self,
        account_uuid: str,
        upstream_uuid: str,
        custom_domain_uuid: str,
    ) -> Any:
        """Delete a custom domain."""
        return self._ask(
            "DELETE",
            "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/custom_domains/{custom_domain_uuid}",
            {"account_uuid": account_uuid, "upstream_uuid": upstream_uuid, "custom_domain_uuid": custom_domain_uuid},
        )

    def create_custom_domain_batch(
        self,
        account_uuid: str,
        upstream_uuid: str,
        *,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Create many custom domains at once."""
        return self._ask(
            "POST",
            "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/custom_domains/batch",
            {"account_uuid": account_uuid, "upstream_uuid": upstream_uuid},
            body=body,
            idempotency_key=idempotency_key,
        )

    def move_custom_domain(
        self,
        account_uuid: str,
        upstream_uuid: str,
        custom_domain_uuid: str,
        *,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Move a custom domain to another upstream."""
        return self._ask(
            "POST",
            "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/custom_domains/{custom_domain_uuid}/move",
            {"account_uuid": account_uuid, "upstream_uuid": upstream_uuid, "custom_domain_uuid": custom_domain_uuid},
            body=body,
            idempotency_key=idempotency_key,
        )

    def verify_dns_records(
        self,
        account_uuid: str,
        upstream_uuid: str,
        custom_domain_uuid: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Check a custom domain’s DNS records."""
        return self._ask(
            "POST",
            "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/custom_domains/{custom_domain_uuid}/verify_dns_records",
            {"account_uuid": account_uuid, "upstream_uuid": upstream_uuid, "custom_domain_uuid": custom_domain_uuid},
            idempotency_key=idempotency_key,
        )

    def list_findings(
        self,
        account_uuid: str,
        *,
        state: Any = None,
        kind: Any = None,
        severity: Any = None,
        host: Any = None,
        external_id: Any = None,
        page: Any = None,
        per_page: Any = None,
        cursor: Any = None,
        sort: Any = None,
    ) -> "Page":
        """List findings."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/findings",
            {"account_uuid": account_uuid},
            query={"state": state, "kind": kind, "severity": severity, "host": host, "external_id": external_id, "page": page, "per_page": per_page, "cursor": cursor, "sort": sort},
        )

    def get_finding(
        self,
        account_uuid: str,
        finding_uuid: str,
    ) -> Any:
        """Retrieve a finding."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/findings/{finding_uuid}",
            {"account_uuid": account_uuid, "finding_uuid": finding_uuid},
        )

    def mute_finding(
        self,
        account_uuid: str,
        finding_uuid: str,
        *,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Mute a finding."""
        return self._ask(
            "POST",
            "/api/v1/accounts/{account_uuid}/findings/{finding_uuid}/mute",
            {"account_uuid": account_uuid, "finding_uuid": finding_uuid},
            body=body,
            idempotency_key=idempotency_key,
        )

    def unmute_finding(
        self,
        account_uuid: str,
        finding_uuid: str,
    ) -> Any:
        """Unmute a finding."""
        return self._ask(
            "DELETE",
            "/api/v1/accounts/{account_uuid}/findings/{finding_uuid}/mute",
            {"account_uuid": account_uuid, "finding_uuid": finding_uuid},
        )

    def get_overview(
        self,
        account_uuid: str,
    ) -> Any:
        """Count an account’s hosts by verdict, and its open findings."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/overview",
            {"account_uuid": account_uuid},
        )

    def get_growth(
        self,
        account_uuid: str,
    ) -> Any:
        """List the custom domains that grow and shrink."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/overview/growth",
            {"account_uuid": account_uuid},
        )

    def list_webhook_endpoints(
        self,
        account_uuid: str,
        *,
        page: Any = None,
        per_page: Any = None,
        cursor: Any = None,
    ) -> "Page":
        """List webhook endpoints."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/webhook_endpoints",
            {"account_uuid": account_uuid},
            query={"page": page, "per_page": per_page, "cursor": cursor},
        )

    def create_webhook_endpoint(
        self,
        account_uuid: str,
        *,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Create a webhook endpoint."""
        return self._ask(
            "POST",
            "/api/v1/accounts/{account_uuid}/webhook_endpoints",
            {"account_uuid": account_uuid},
            body=body,
            idempotency_key=idempotency_key,
        )

    def get_webhook_endpoint(
        self,
        account_uuid: str,
        webhook_endpoint_uuid: str,
    ) -> Any:
        """Retrieve a webhook endpoint."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/webhook_endpoints/{webhook_endpoint_uuid}",
            {"account_uuid": account_uuid, "webhook_endpoint_uuid": webhook_endpoint_uuid},
        )

    def update_webhook_endpoint(
        self,
        account_uuid: str,
        webhook_endpoint_uuid: str,
        *,
        body: Any = None,
        if_match: Optional[str] = None,
    ) -> Any:
        """Update a webhook endpoint."""
        return self._ask(
            "PUT",
            "/api/v1/accounts/{account_uuid}/webhook_endpoints/{webhook_endpoint_uuid}",
            {"account_uuid": account_uuid, "webhook_endpoint_uuid": webhook_endpoint_uuid},
            body=body,
            if_match=if_match,
        )

    def delete_webhook_endpoint(
        self,
        account_uuid: str,
        webhook_endpoint_uuid: str,
    ) -> Any:
        """Delete a webhook endpoint."""
        return self._ask(
            "DELETE",
            "/api/v1/accounts/{account_uuid}/webhook_endpoints/{webhook_endpoint_uuid}",
            {"account_uuid": account_uuid, "webhook_endpoint_uuid": webhook_endpoint_uuid},
        )

    def rotate_webhook_secret(
        self,
        account_uuid: str,
        webhook_endpoint_uuid: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Rotate a webhook endpoint’s secret."""
        return self._ask(
            "POST",
            "/api/v1/accounts/{account_uuid}/webhook_endpoints/{webhook_endpoint_uuid}/secret",
            {"account_uuid": account_uuid, "webhook_endpoint_uuid": webhook_endpoint_uuid},
            idempotency_key=idempotency_key,
        )

    def list_webhook_deliveries(
        self,
        account_uuid: str,
        webhook_endpoint_uuid: str,
        *,
        status: Any = None,
        type: Any = None,
        page: Any = None,
        per_page: Any = None,
        cursor: Any = None,
    ) -> "Page":
        """List an endpoint’s deliveries."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/webhook_endpoints/{webhook_endpoint_uuid}/deliveries",
            {"account_uuid": account_uuid, "webhook_endpoint_uuid": webhook_endpoint_uuid},
            query={"status": status, "type": type, "page": page, "per_page": per_page, "cursor": cursor},
        )

    def get_webhook_delivery(
        self,
        account_uuid: str,
        webhook_endpoint_uuid: str,
        webhook_delivery_uuid: str,
    ) -> Any:
        """Retrieve a delivery."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/webhook_endpoints/{webhook_endpoint_uuid}/deliveries/{webhook_delivery_uuid}",
            {"account_uuid": account_uuid, "webhook_endpoint_uuid": webhook_endpoint_uuid, "webhook_delivery_uuid": webhook_delivery_uuid},
        )

    def replay_webhook_delivery(
        self,
        account_uuid: str,
        webhook_endpoint_uuid: str,
        webhook_delivery_uuid: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Replay a delivery."""
        return self._ask(
            "POST",
            "/api/v1/accounts/{account_uuid}/webhook_endpoints/{webhook_endpoint_uuid}/deliveries/{webhook_delivery_uuid}/replay",
            {"account_uuid": account_uuid, "webhook_endpoint_uuid": webhook_endpoint_uuid, "webhook_delivery_uuid": webhook_delivery_uuid},
            idempotency_key=idempotency_key,
        )

    def test_webhook_endpoint(
        self,
        account_uuid: str,
        webhook_endpoint_uuid: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Send a test event."""
        return self._ask(
            "POST",
            "/api/v1/accounts/{account_uuid}/webhook_endpoints/{webhook_endpoint_uuid}/test",
            {"account_uuid": account_uuid, "webhook_endpoint_uuid": webhook_endpoint_uuid},
            idempotency_key=idempotency_key,
        )

    def list_connect_links(
        self,
        account_uuid: str,
        upstream_uuid: str,
        custom_domain_uuid: str,
    ) -> Any:
        """List a custom domain’s open connect links."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/custom_domains/{custom_domain_uuid}/connect_links",
            {"account_uuid": account_uuid, "upstream_uuid": upstream_uuid, "custom_domain_uuid": custom_domain_uuid},
        )

    def create_connect_link(
        self,
        account_uuid: str,
        upstream_uuid: str,
        custom_domain_uuid: str,
        *,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Create a connect link."""
        return self._ask(
            "POST",
            "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/custom_domains/{custom_domain_uuid}/connect_links",
            {"account_uuid": account_uuid, "upstream_uuid": upstream_uuid, "custom_domain_uuid": custom_domain_uuid},
            body=body,
            idempotency_key=idempotency_key,
        )

    def revoke_connect_link(
        self,
        account_uuid: str,
        upstream_uuid: str,
        custom_domain_uuid: str,
        connect_link_uuid: str,
    ) -> Any:
        """Revoke a connect link."""
        return self._ask(
            "DELETE",
            "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/custom_domains/{custom_domain_uuid}/connect_links/{connect_link_uuid}",
            {"account_uuid": account_uuid, "upstream_uuid": upstream_uuid, "custom_domain_uuid": custom_domain_uuid, "connect_link_uuid": connect_link_uuid},
        )

    def get_brand(
        self,
        account_uuid: str,
    ) -> Any:
        """Retrieve the brand."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/brand",
            {"account_uuid": account_uuid},
        )

    def update_brand(
        self,
        account_uuid: str,
        *,
        body: Any = None,
    ) -> Any:
        """Update the brand."""
        return self._ask(
            "PUT",
            "/api/v1/accounts/{account_uuid}/brand",
            {"account_uuid": account_uuid},
            body=body,
        )

    def list_custom_certificates(
        self,
        account_uuid: str,
        *,
        page: Any = None,
        per_page: Any = None,
        cursor: Any = None,
    ) -> "Page":
        """List custom certificates."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/custom_certificates",
            {"account_uuid": account_uuid},
            query={"page": page, "per_page": per_page, "cursor": cursor},
        )

    def create_custom_certificate(
        self,
        account_uuid: str,
        *,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Upload a custom certificate."""
        return self._ask(
            "POST",
            "/api/v1/accounts/{account_uuid}/custom_certificates",
            {"account_uuid": account_uuid},
            body=body,
            idempotency_key=idempotency_key,
        )

    def get_custom_certificate(
        self,
        account_uuid: str,
        certificate_uuid: str,
    ) -> Any:
        """Retrieve a custom certificate."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/custom_certificates/{certificate_uuid}",
            {"account_uuid": account_uuid, "certificate_uuid": certificate_uuid},
        )

    def delete_custom_certificate(
        self,
        account_uuid: str,
        certificate_uuid: str,
    ) -> Any:
        """Delete a custom certificate."""
        return self._ask(
            "DELETE",
            "/api/v1/accounts/{account_uuid}/custom_certificates/{certificate_uuid}",
            {"account_uuid": account_uuid, "certificate_uuid": certificate_uuid},
        )

    def list_automatic_certificates(
        self,
        account_uuid: str,
        *,
        host: Any = None,
        state: Any = None,
        page: Any = None,
        per_page: Any = None,
        cursor: Any = None,
        sort: Any = None,
    ) -> "Page":
        """List automatic certificates."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/automatic_certificates",
            {"account_uuid": account_uuid},
            query={"host": host, "state": state, "page": page, "per_page": per_page, "cursor": cursor, "sort": sort},
        )

    def get_automatic_certificate(
        self,
        account_uuid: str,
        host: str,
    ) -> Any:
        """Get the automatic certificate of a host."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/automatic_certificates/{host}",
            {"account_uuid": account_uuid, "host": host},
        )

    def order_automatic_certificate(
        self,
        account_uuid: str,
        host: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Order the automatic certificate of a host now."""
        return self._ask(
            "POST",
            "/api/v1/accounts/{account_uuid}/automatic_certificates/{host}/order",
            {"account_uuid": account_uuid, "host": host},
            idempotency_key=idempotency_key,
        )

    def list_upstream_error_pages(
        self,
        account_uuid: str,
        upstream_uuid: str,
        *,
        page: Any = None,
        per_page: Any = None,
        cursor: Any = None,
    ) -> "Page":
        """List the error pages of an upstream."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/error_pages",
            {"account_uuid": account_uuid, "upstream_uuid": upstream_uuid},
            query={"page": page, "per_page": per_page, "cursor": cursor},
        )

    def get_upstream_error_page(
        self,
        account_uuid: str,
        upstream_uuid: str,
        status: str,
    ) -> Any:
        """Retrieve an error page of an upstream."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/error_pages/{status}",
            {"account_uuid": account_uuid, "upstream_uuid": upstream_uuid, "status": status},
        )

    def set_upstream_error_page(
        self,
        account_uuid: str,
        upstream_uuid: str,
        status: str,
        *,
        body: Any = None,
    ) -> Any:
        """Set an error page of an upstream."""
        return self._ask(
            "PUT",
            "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/error_pages/{status}",
            {"account_uuid": account_uuid, "upstream_uuid": upstream_uuid, "status": status},
            body=body,
        )

    def delete_upstream_error_page(
        self,
        account_uuid: str,
        upstream_uuid: str,
        status: str,
    ) -> Any:
        """Delete an error page of an upstream."""
        return self._ask(
            "DELETE",
            "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/error_pages/{status}",
            {"account_uuid": account_uuid, "upstream_uuid": upstream_uuid, "status": status},
        )

    def list_custom_domain_error_pages(
        self,
        account_uuid: str,
        upstream_uuid: str,
        custom_domain_uuid: str,
        *,
        page: Any = None,
        per_page: Any = None,
        cursor: Any = None,
    ) -> "Page":
        """List the error pages of a custom domain."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/custom_domains/{custom_domain_uuid}/error_pages",
            {"account_uuid": account_uuid, "upstream_uuid": upstream_uuid, "custom_domain_uuid": custom_domain_uuid},
            query={"page": page, "per_page": per_page, "cursor": cursor},
        )

    def get_custom_domain_error_page(
        self,
        account_uuid: str,
        upstream_uuid: str,
        custom_domain_uuid: str,
        status: str,
    ) -> Any:
        """Retrieve an error page of a custom domain."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/custom_domains/{custom_domain_uuid}/error_pages/{status}",
            {"account_uuid": account_uuid, "upstream_uuid": upstream_uuid, "custom_domain_uuid": custom_domain_uuid, "status": status},
        )

    def set_custom_domain_error_page(
        self,
        account_uuid: str,
        upstream_uuid: str,
        custom_domain_uuid: str,
        status: str,
        *,
        body: Any = None,
    ) -> Any:
        """Set an error page of a custom domain."""
        return self._ask(
            "PUT",
            "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/custom_domains/{custom_domain_uuid}/error_pages/{status}",
            {"account_uuid": account_uuid, "upstream_uuid": upstream_uuid, "custom_domain_uuid": custom_domain_uuid, "status": status},
            body=body,
        )

    def delete_custom_domain_error_page(
        self,
        account_uuid: str,
        upstream_uuid: str,
        custom_domain_uuid: str,
        status: str,
    ) -> Any:
        """Delete an error page of a custom domain."""
        return self._ask(
            "DELETE",
            "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/custom_domains/{custom_domain_uuid}/error_pages/{status}",
            {"account_uuid": account_uuid, "upstream_uuid": upstream_uuid, "custom_domain_uuid": custom_domain_uuid, "status": status},
        )

    def get_unique_visitors_count(
        self,
        uuid: str,
        *,
        from_: Any = None,
        to: Any = None,
    ) -> Any:
        """Number of distinct visitors."""
        return self._ask(
            "GET",
            "/api/v1/analytics/custom_domains/{uuid}/unique_visitors_count",
            {"uuid": uuid},
            query={"from": from_, "to": to},
        )

    def get_unique_visitors_by_date(
        self,
        uuid: str,
        *,
        from_: Any = None,
        to: Any = None,
        frequency: Any = None,
    ) -> Any:
        """Number of distinct visitors over time."""
        return self._ask(
            "GET",
            "/api/v1/analytics/custom_domains/{uuid}/unique_visitors_by_date",
            {"uuid": uuid},
            query={"from": from_, "to": to, "frequency": frequency},
        )

    def get_total_pageviews_count(
        self,
        uuid: str,
        *,
        from_: Any = None,
        to: Any = None,
    ) -> Any:
        """Number of pageviews."""
        return self._ask(
            "GET",
            "/api/v1/analytics/custom_domains/{uuid}/total_pageviews_count",
            {"uuid": uuid},
            query={"from": from_, "to": to},
        )

    def get_pageviews_by_date(
        self,
        uuid: str,
        *,
        from_: Any = None,
        to: Any = None,
        frequency: Any = None,
    ) -> Any:
        """Number of pageviews over time."""
        return self._ask(
            "GET",
            "/api/v1/analytics/custom_domains/{uuid}/pageviews_by_date",
            {"uuid": uuid},
            query={"from": from_, "to": to, "frequency": frequency},
        )

    def get_total_visits_count(
        self,
        uuid: str,
        *,
        from_: Any = None,
        to: Any = None,
    ) -> Any:
        """Number of visits."""
        return self._ask(
            "GET",
            "/api/v1/analytics/custom_domains/{uuid}/total_visits_count",
            {"uuid": uuid},
            query={"from": from_, "to": to},
        )

    def get_visits_by_date(
        self,
        uuid: str,
        *,
        from_: Any = None,
        to: Any = None,
        frequency: Any = None,
    ) -> Any:
        """Number of visits over time."""
        return self._ask(
            "GET",
            "/api/v1/analytics/custom_domains/{uuid}/visits_by_date",
            {"uuid": uuid},
            query={"from": from_, "to": to, "frequency": frequency},
        )

    def get_pageviews_per_visit_by_date(
        self,
        uuid: str,
        *,
        from_: Any = None,
        to: Any = None,
        frequency: Any = None,
    ) -> Any:
        """Pageviews per visit over time."""
        return self._ask(
            "GET",
            "/api/v1/analytics/custom_domains/{uuid}/pageviews_per_visit_by_date",
            {"uuid": uuid},
            query={"from": from_, "to": to, "frequency": frequency},
        )

    def get_sources(
        self,
        uuid: str,
        *,
        from_: Any = None,
        to: Any = None,
        limit: Any = None,
    ) -> Any:
        """Sources by number of visits."""
        return self._ask(
            "GET",
            "/api/v1/analytics/custom_domains/{uuid}/sources",
            {"uuid": uuid},
            query={"from": from_, "to": to, "limit": limit},
        )

    def get_utm_params(
        self,
        uuid: str,
        *,
        from_: Any = None,
        to: Any = None,
        utm_param: Any = None,
        limit: Any = None,
    ) -> Any:
        """Values of a UTM parameter by number of visits."""
        return self._ask(
            "GET",
            "/api/v1/analytics/custom_domains/{uuid}/utm_params",
            {"uuid": uuid},
            query={"from": from_, "to": to, "utm_param": utm_param, "limit": limit},
        )

    def get_pages(
        self,
        uuid: str,
        *,
        from_: Any = None,
        to: Any = None,
        limit: Any = None,
    ) -> Any:
        """Paths by number of pageviews."""
        return self._ask(
            "GET",
            "/api/v1/analytics/custom_domains/{uuid}/pages",
            {"uuid": uuid},
            query={"from": from_, "to": to, "limit": limit},
        )

    def get_locations(
        self,
        uuid: str,
        *,
        from_: Any = None,
        to: Any = None,
        location_type: Any = None,
        region: Any = None,
        limit: Any = None,
    ) -> Any:
        """Countries, regions or cities by number of distinct visitors."""
        return self._ask(
            "GET",
            "/api/v1/analytics/custom_domains/{uuid}/locations",
            {"uuid": uuid},
            query={"from": from_, "to": to, "location_type": location_type, "region": region, "limit": limit},
        )

    def get_devices(
        self,
        uuid: str,
        *,
        from_: Any = None,
        to: Any = None,
        limit: Any = None,
    ) -> Any:
        """Browsers, operating systems and screen sizes by number of distinct visitors."""
        return self._ask(
            "GET",
            "/api/v1/analytics/custom_domains/{uuid}/devices",
            {"uuid": uuid},
            query={"from": from_, "to": to, "limit": limit},
        )

    def get_bounce_rate(
        self,
        uuid: str,
        *,
        from_: Any = None,
        to: Any = None,
    ) -> Any:
        """Visits of a single pageview, in percent of all visits."""
        return self._ask(
            "GET",
            "/api/v1/analytics/custom_domains/{uuid}/bounce_rate",
            {"uuid": uuid},
            query={"from": from_, "to": to},
        )

    def get_bounce_rate_by_date(
        self,
        uuid: str,
        *,
        from_: Any = None,
        to: Any = None,
        frequency: Any = None,
    ) -> Any:
        """Visits of a single pageview over time, in percent of all visits."""
        return self._ask(
            "GET",
            "/api/v1/analytics/custom_domains/{uuid}/bounce_rate_by_date",
            {"uuid": uuid},
            query={"from": from_, "to": to, "frequency": frequency},
        )

    def get_average_visit_duration(
        self,
        uuid: str,
        *,
        from_: Any = None,
        to: Any = None,
    ) -> Any:
        """Average time from the first to the last pageview of a visit in seconds."""
        return self._ask(
            "GET",
            "/api/v1/analytics/custom_domains/{uuid}/average_visit_duration",
            {"uuid": uuid},
            query={"from": from_, "to": to},
        )

    def get_average_visit_duration_by_date(
        self,
        uuid: str,
        *,
        from_: Any = None,
        to: Any = None,
        frequency: Any = None,
    ) -> Any:
        """Average time from the first to the last pageview of a visit in seconds, over time."""
        return self._ask(
            "GET",
            "/api/v1/analytics/custom_domains/{uuid}/average_visit_duration_by_date",
            {"uuid": uuid},
            query={"from": from_, "to": to, "frequency": frequency},
        )

    def get_entry_pages(
        self,
        uuid: str,
        *,
        from_: Any = None,
        to: Any = None,
        limit: Any = None,
    ) -> Any:
        """Paths by number of visits that begin there."""
        return self._ask(
            "GET",
            "/api/v1/analytics/custom_domains/{uuid}/entry_pages",
            {"uuid": uuid},
            query={"from": from_, "to": to, "limit": limit},
        )

    def get_exit_pages(
        self,
        uuid: str,
        *,
        from_: Any = None,
        to: Any = None,
        limit: Any = None,
    ) -> Any:
        """Paths by number of visits that end there."""
        return self._ask(
            "GET",
            "/api/v1/analytics/custom_domains/{uuid}/exit_pages",
            {"uuid": uuid},
            query={"from": from_, "to": to, "limit": limit},
        )

    def get_event_properties(
        self,
        uuid: str,
        *,
        from_: Any = None,
        to: Any = None,
        limit: Any = None,
    ) -> Any:
        """Keys of the properties of custom events by number of events."""
        return self._ask(
            "GET",
            "/api/v1/analytics/custom_domains/{uuid}/event_properties",
            {"uuid": uuid},
            query={"from": from_, "to": to, "limit": limit},
        )

    def get_current_visitors(
        self,
        uuid: str,
    ) -> Any:
        """Number of distinct visitors of the last five minutes."""
        return self._ask(
            "GET",
            "/api/v1/analytics/custom_domains/{uuid}/current_visitors",
            {"uuid": uuid},
        )

    def get_request_count(
        self,
        uuid: str,
        *,
        from_: Any = None,
        to: Any = None,
    ) -> Any:
        """Number of HTTP requests."""
        return self._ask(
            "GET",
            "/api/v1/analytics/custom_domains/{uuid}/request_count",
            {"uuid": uuid},
            query={"from": from_, "to": to},
        )

    def get_request_counts_by_date(
        self,
        uuid: str,
        *,
        from_: Any = None,
        to: Any = None,
        frequency: Any = None,
    ) -> Any:
        """Number of HTTP requests over time."""
        return self._ask(
            "GET",
            "/api/v1/analytics/custom_domains/{uuid}/request_counts_by_date",
            {"uuid": uuid},
            query={"from": from_, "to": to, "frequency": frequency},
        )

    def get_total_data_transfer(
        self,
        uuid: str,
        *,
        from_: Any = None,
        to: Any = None,
    ) -> Any:
        """Incoming plus outgoing traffic in bytes."""
        return self._ask(
            "GET",
            "/api/v1/analytics/custom_domains/{uuid}/total_data_transfer",
            {"uuid": uuid},
            query={"from": from_, "to": to},
        )

    def get_data_transfer_by_date(
        self,
        uuid: str,
        *,
        from_: Any = None,
        to: Any = None,
        frequency: Any = None,
    ) -> Any:
        """Incoming plus outgoing traffic in bytes over time."""
        return self._ask(
            "GET",
            "/api/v1/analytics/custom_domains/{uuid}/data_transfer_by_date",
            {"uuid": uuid},
            query={"from": from_, "to": to, "frequency": frequency},
        )

    def get_average_response_time(
        self,
        uuid: str,
        *,
        from_: Any = None,
        to: Any = None,
    ) -> Any:
        """Average response time in seconds."""
        return self._ask(
            "GET",
            "/api/v1/analytics/custom_domains/{uuid}/average_response_time",
            {"uuid": uuid},
            query={"from": from_, "to": to},
        )

    def get_average_response_time_by_date(
        self,
        uuid: str,
        *,
        from_: Any = None,
        to: Any = None,
        frequency: Any = None,
    ) -> Any:
        """Average response time in seconds over time."""
        return self._ask(
            "GET",
            "/api/v1/analytics/custom_domains/{uuid}/average_response_time_by_date",
            {"uuid": uuid},
            query={"from": from_, "to": to, "frequency": frequency},
        )

    def get_response_time_distribution(
        self,
        uuid: str,
        *,
        from_: Any = None,
        to: Any = None,
    ) -> Any:
        """Number of requests by response time."""
        return self._ask(
            "GET",
            "/api/v1/analytics/custom_domains/{uuid}/response_time_distribution",
            {"uuid": uuid},
            query={"from": from_, "to": to},
        )

    def get_files(
        self,
        uuid: str,
        *,
        from_: Any = None,
        to: Any = None,
        limit: Any = None,
    ) -> Any:
        """Paths by number of requests."""
        return self._ask(
            "GET",
            "/api/v1/analytics/custom_domains/{uuid}/files",
            {"uuid": uuid},
            query={"from": from_, "to": to, "limit": limit},
        )

    def get_response_codes(
        self,
        uuid: str,
        *,
        from_: Any = None,
        to: Any = None,
        limit: Any = None,
    ) -> Any:
        """Response codes by number of requests."""
        return self._ask(
            "GET",
            "/api/v1/analytics/custom_domains/{uuid}/response_codes",
            {"uuid": uuid},
            query={"from": from_, "to": to, "limit": limit},
        )

    def get_bot_requests(
        self,
        uuid: str,
        *,
        from_: Any = None,
        to: Any = None,
        limit: Any = None,
    ) -> Any:
        """Known bots and crawlers by number of requests."""
        return self._ask(
            "GET",
            "/api/v1/analytics/custom_domains/{uuid}/bot_requests",
            {"uuid": uuid},
            query={"from": from_, "to": to, "limit": limit},
        )

    def get_datacenter_requests(
        self,
        uuid: str,
        *,
        from_: Any = None,
        to: Any = None,
        limit: Any = None,
    ) -> Any:
        """Hosting providers by number of requests from their networks."""
        return self._ask(
            "GET",
            "/api/v1/analytics/custom_domains/{uuid}/datacenter_requests",
            {"uuid": uuid},
            query={"from": from_, "to": to, "limit": limit},
        )

    def get_assistants(
        self,
        uuid: str,
        *,
        from_: Any = None,
        to: Any = None,
    ) -> Any:
        """How often AI assistants crawl the site for each visit that they send."""
        return self._ask(
            "GET",
            "/api/v1/analytics/custom_domains/{uuid}/assistants",
            {"uuid": uuid},
            query={"from": from_, "to": to},
        )

    def get_page_loads(
        self,
        uuid: str,
        *,
        from_: Any = None,
        to: Any = None,
    ) -> Any:
        """Page loads by what is known of who loaded them."""
        return self._ask(
            "GET",
            "/api/v1/analytics/custom_domains/{uuid}/page_loads",
            {"uuid": uuid},
            query={"from": from_, "to": to},
        )

    def query_visitors(
        self,
        uuid: str,
        *,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Query visitors."""
        return self._ask(
            "POST",
            "/api/v1/analytics/custom_domains/{uuid}/query",
            {"uuid": uuid},
            body=body,
            idempotency_key=idempotency_key,
        )

    def query_requests(
        self,
        uuid: str,
        *,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Query requests."""
        return self._ask(
            "POST",
            "/api/v1/analytics/custom_domains/{uuid}/requests/query",
            {"uuid": uuid},
            body=body,
            idempotency_key=idempotency_key,
        )

    def query_clicks(
        self,
        uuid: str,
        *,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Query clicks of a redirect."""
        return self._ask(
            "POST",
            "/api/v1/analytics/redirects/{uuid}/query",
            {"uuid": uuid},
            body=body,
            idempotency_key=idempotency_key,
        )

    def query_host_requests(
        self,
        account_uuid: str,
        host: str,
        *,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Query requests of a host."""
        return self._ask(
            "POST",
            "/api/v1/accounts/{account_uuid}/hosts/{host}/requests/query",
            {"account_uuid": account_uuid, "host": host},
            body=body,
            idempotency_key=idempotency_key,
        )

    def query_site(
        self,
        *,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Query visitors by host."""
        return self._ask(
            "POST",
            "/api/v2/query",
            {},
            body=body,
            idempotency_key=idempotency_key,
        )

    def query_account_visitors(
        self,
        account_uuid: str,
        *,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Query visitors of all custom domains."""
        return self._ask(
            "POST",
            "/api/v1/accounts/{account_uuid}/query",
            {"account_uuid": account_uuid},
            body=body,
            idempotency_key=idempotency_key,
        )

    def query_account_requests(
        self,
        account_uuid: str,
        *,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Query requests of all hosts."""
        return self._ask(
            "POST",
            "/api/v1/accounts/{account_uuid}/requests/query",
            {"account_uuid": account_uuid},
            body=body,
            idempotency_key=idempotency_key,
        )

    def query_funnel(
        self,
        uuid: str,
        *,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Query a funnel."""
        return self._ask(
            "POST",
            "/api/v1/analytics/custom_domains/{uuid}/funnel",
            {"uuid": uuid},
            body=body,
            idempotency_key=idempotency_key,
        )

    def list_saved_funnels(
        self,
        uuid: str,
        *,
        page: Any = None,
        per_page: Any = None,
        cursor: Any = None,
        sort: Any = None,
    ) -> "Page":
        """List saved funnels."""
        return self._ask(
            "GET",
            "/api/v1/analytics/custom_domains/{uuid}/funnels",
            {"uuid": uuid},
            query={"page": page, "per_page": per_page, "cursor": cursor, "sort": sort},
        )

    def create_saved_funnel(
        self,
        uuid: str,
        *,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Create a saved funnel."""
        return self._ask(
            "POST",
            "/api/v1/analytics/custom_domains/{uuid}/funnels",
            {"uuid": uuid},
            body=body,
            idempotency_key=idempotency_key,
        )

    def get_saved_funnel(
        self,
        uuid: str,
        funnel_uuid: str,
    ) -> Any:
        """Retrieve a saved funnel."""
        return self._ask(
            "GET",
            "/api/v1/analytics/custom_domains/{uuid}/funnels/{funnel_uuid}",
            {"uuid": uuid, "funnel_uuid": funnel_uuid},
        )

    def query_saved_funnel(
        self,
        uuid: str,
        funnel_uuid: str,
        *,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Query a saved funnel."""
        return self._ask(
            "POST",
            "/api/v1/analytics/custom_domains/{uuid}/funnels/{funnel_uuid}",
            {"uuid": uuid, "funnel_uuid": funnel_uuid},
            body=body,
            idempotency_key=idempotency_key,
        )

    def update_saved_funnel(
        self,
        uuid: str,
        funnel_uuid: str,
        *,
        body: Any = None,
    ) -> Any:
        """Update a saved funnel."""
        return self._ask(
            "PUT",
            "/api/v1/analytics/custom_domains/{uuid}/funnels/{funnel_uuid}",
            {"uuid": uuid, "funnel_uuid": funnel_uuid},
            body=body,
        )

    def delete_saved_funnel(
        self,
        uuid: str,
        funnel_uuid: str,
    ) -> Any:
        """Delete a saved funnel."""
        return self._ask(
            "DELETE",
            "/api/v1/analytics/custom_domains/{uuid}/funnels/{funnel_uuid}",
            {"uuid": uuid, "funnel_uuid": funnel_uuid},
        )

    def query_journeys(
        self,
        uuid: str,
        *,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Query journeys."""
        return self._ask(
            "POST",
            "/api/v1/analytics/custom_domains/{uuid}/journeys",
            {"uuid": uuid},
            body=body,
            idempotency_key=idempotency_key,
        )

    def query_retention(
        self,
        uuid: str,
        *,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Query retention."""
        return self._ask(
            "POST",
            "/api/v1/analytics/custom_domains/{uuid}/retention",
            {"uuid": uuid},
            body=body,
            idempotency_key=idempotency_key,
        )

    def list_search_term_imports(
        self,
        uuid: str,
        *,
        page: Any = None,
        per_page: Any = None,
        cursor: Any = None,
        sort: Any = None,
    ) -> "Page":
        """List search term imports."""
        return self._ask(
            "GET",
            "/api/v1/analytics/custom_domains/{uuid}/search_term_imports",
            {"uuid": uuid},
            query={"page": page, "per_page": per_page, "cursor": cursor, "sort": sort},
        )

    def import_search_terms(
        self,
        uuid: str,
        *,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Import search terms."""
        return self._ask(
            "POST",
            "/api/v1/analytics/custom_domains/{uuid}/search_term_imports",
            {"uuid": uuid},
            body=body,
            idempotency_key=idempotency_key,
        )

    def get_search_term_import(
        self,
        uuid: str,
        import_uuid: str,
    ) -> Any:
        """Retrieve a search term import."""
        return self._ask(
            "GET",
            "/api/v1/analytics/custom_domains/{uuid}/search_term_imports/{import_uuid}",
            {"uuid": uuid, "import_uuid": import_uuid},
        )

    def delete_search_term_import(
        self,
        uuid: str,
        import_uuid: str,
    ) -> Any:
        """Delete a search term import."""
        return self._ask(
            "DELETE",
            "/api/v1/analytics/custom_domains/{uuid}/search_term_imports/{import_uuid}",
            {"uuid": uuid, "import_uuid": import_uuid},
        )

    def get_search_terms(
        self,
        uuid: str,
        *,
        from_: Any = None,
        to: Any = None,
        limit: Any = None,
    ) -> Any:
        """Search terms on Google."""
        return self._ask(
            "GET",
            "/api/v1/analytics/custom_domains/{uuid}/search_terms",
            {"uuid": uuid},
            query={"from": from_, "to": to, "limit": limit},
        )

    def list_host_requests(
        self,
        account_uuid: str,
        host: str,
        *,
        filters: Any = None,
        since: Any = None,
        cursor: Any = None,
        per_page: Any = None,
    ) -> "Page":
        """List the newest requests of a host."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/hosts/{host}/requests",
            {"account_uuid": account_uuid, "host": host},
            query={"filters": filters, "since": since, "cursor": cursor, "per_page": per_page},
        )

    def get_request(
        self,
        account_uuid: str,
        request_id: str,
    ) -> Any:
        """Find a request by its id."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/requests/{request_id}",
            {"account_uuid": account_uuid, "request_id": request_id},
        )

    def get_domain_expectation(
        self,
        uuid: str,
        *,
        from_: Any = None,
        to: Any = None,
    ) -> Any:
        """Compare a custom domain’s traffic with what was expected."""
        return self._ask(
            "GET",
            "/api/v1/analytics/custom_domains/{uuid}/expectation",
            {"uuid": uuid},
            query={"from": from_, "to": to},
        )

    def get_account_expectation(
        self,
        account_uuid: str,
        *,
        from_: Any = None,
        to: Any = None,
    ) -> Any:
        """Compare an account’s traffic with what was expected."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/expectation",
            {"account_uuid": account_uuid},
            query={"from": from_, "to": to},
        )

    def list_exports(
        self,
        account_uuid: str,
        *,
        page: Any = None,
        per_page: Any = None,
        cursor: Any = None,
    ) -> "Page":
        """List exports."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/exports",
            {"account_uuid": account_uuid},
            query={"page": page, "per_page": per_page, "cursor": cursor},
        )

    def create_export(
        self,
        account_uuid: str,
        *,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Create an export."""
        return self._ask(
            "POST",
            "/api/v1/accounts/{account_uuid}/exports",
            {"account_uuid": account_uuid},
            body=body,
            idempotency_key=idempotency_key,
        )

    def get_export(
        self,
        account_uuid: str,
        export_uuid: str,
    ) -> Any:
        """Retrieve an export."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/exports/{export_uuid}",
            {"account_uuid": account_uuid, "export_uuid": export_uuid},
        )

    def delete_export(
        self,
        account_uuid: str,
        export_uuid: str,
    ) -> Any:
        """Delete an export."""
        return self._ask(
            "DELETE",
            "/api/v1/accounts/{account_uuid}/exports/{export_uuid}",
            {"account_uuid": account_uuid, "export_uuid": export_uuid},
        )

    def list_export_destinations(
        self,
        account_uuid: str,
        *,
        page: Any = None,
        per_page: Any = None,
        cursor: Any = None,
    ) -> "Page":
        """List export destinations."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/export_destinations",
            {"account_uuid": account_uuid},
            query={"page": page, "per_page": per_page, "cursor": cursor},
        )

    def create_export_destination(
        self,
        account_uuid: str,
        *,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Create an export destination."""
        return self._ask(
            "POST",
            "/api/v1/accounts/{account_uuid}/export_destinations",
            {"account_uuid": account_uuid},
            body=body,
            idempotency_key=idempotency_key,
        )

    def get_export_destination(
        self,
        account_uuid: str,
        export_destination_uuid: str,
    ) -> Any:
        """Retrieve an export destination."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/export_destinations/{export_destination_uuid}",
            {"account_uuid": account_uuid, "export_destination_uuid": export_destination_uuid},
        )

    def update_export_destination(
        self,
        account_uuid: str,
        export_destination_uuid: str,
        *,
        body: Any = None,
    ) -> Any:
        """Update an export destination."""
        return self._ask(
            "PUT",
            "/api/v1/accounts/{account_uuid}/export_destinations/{export_destination_uuid}",
            {"account_uuid": account_uuid, "export_destination_uuid": export_destination_uuid},
            body=body,
        )

    def delete_export_destination(
        self,
        account_uuid: str,
        export_destination_uuid: str,
    ) -> Any:
        """Delete an export destination."""
        return self._ask(
            "DELETE",
            "/api/v1/accounts/{account_uuid}/export_destinations/{export_destination_uuid}",
            {"account_uuid": account_uuid, "export_destination_uuid": export_destination_uuid},
        )

    def list_export_schedules(
        self,
        account_uuid: str,
        *,
        page: Any = None,
        per_page: Any = None,
        cursor: Any = None,
    ) -> "Page":
        """List export schedules."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/export_schedules",
            {"account_uuid": account_uuid},
            query={"page": page, "per_page": per_page, "cursor": cursor},
        )

    def create_export_schedule(
        self,
        account_uuid: str,
        *,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Create an export schedule."""
        return self._ask(
            "POST",
            "/api/v1/accounts/{account_uuid}/export_schedules",
            {"account_uuid": account_uuid},
            body=body,
            idempotency_key=idempotency_key,
        )

    def get_export_schedule(
        self,
        account_uuid: str,
        export_schedule_uuid: str,
    ) -> Any:
        """Retrieve an export schedule."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/export_schedules/{export_schedule_uuid}",
            {"account_uuid": account_uuid, "export_schedule_uuid": export_schedule_uuid},
        )

    def delete_export_schedule(
        self,
        account_uuid: str,
        export_schedule_uuid: str,
    ) -> Any:
        """Delete an export schedule."""
        return self._ask(
            "DELETE",
            "/api/v1/accounts/{account_uuid}/export_schedules/{export_schedule_uuid}",
            {"account_uuid": account_uuid, "export_schedule_uuid": export_schedule_uuid},
        )

    def list_usage(
        self,
        account_uuid: str,
        *,
        month: Any = None,
        page: Any = None,
        per_page: Any = None,
        cursor: Any = None,
        sort: Any = None,
        external_id: Any = None,
        host: Any = None,
        custom_domain_uuid: Any = None,
    ) -> "Page":
        """List what custom domains used in a month."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/usage",
            {"account_uuid": account_uuid},
            query={"month": month, "page": page, "per_page": per_page, "cursor": cursor, "sort": sort, "external_id": external_id, "host": host, "custom_domain_uuid": custom_domain_uuid},
        )

    def list_usage_by_external_id(
        self,
        account_uuid: str,
        *,
        month: Any = None,
        page: Any = None,
        per_page: Any = None,
        cursor: Any = None,
        external_id: Any = None,
    ) -> "Page":
        """List what each external id used in a month."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/usage/external_ids",
            {"account_uuid": account_uuid},
            query={"month": month, "page": page, "per_page": per_page, "cursor": cursor, "external_id": external_id},
        )

    def list_limits(
        self,
        account_uuid: str,
        *,
        page: Any = None,
        per_page: Any = None,
        cursor: Any = None,
    ) -> "Page":
        """List what an account may have and use."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/limits",
            {"account_uuid": account_uuid},
            query={"page": page, "per_page": per_page, "cursor": cursor},
        )

    def list_goals(
        self,
        uuid: str,
        *,
        page: Any = None,
        per_page: Any = None,
        cursor: Any = None,
        sort: Any = None,
    ) -> "Page":
        """List goals."""
        return self._ask(
            "GET",
            "/api/v1/analytics/custom_domains/{uuid}/goals",
            {"uuid": uuid},
            query={"page": page, "per_page": per_page, "cursor": cursor, "sort": sort},
        )

    def create_goal(
        self,
        uuid: str,
        *,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Create a goal."""
        return self._ask(
            "POST",
            "/api/v1/analytics/custom_domains/{uuid}/goals",
            {"uuid": uuid},
            body=body,
            idempotency_key=idempotency_key,
        )

    def get_goal(
        self,
        uuid: str,
        goal_uuid: str,
    ) -> Any:
        """Retrieve a goal."""
        return self._ask(
            "GET",
            "/api/v1/analytics/custom_domains/{uuid}/goals/{goal_uuid}",
            {"uuid": uuid, "goal_uuid": goal_uuid},
        )

    def delete_goal(
        self,
        uuid: str,
        goal_uuid: str,
    ) -> Any:
        """Delete a goal."""
        return self._ask(
            "DELETE",
            "/api/v1/analytics/custom_domains/{uuid}/goals/{goal_uuid}",
            {"uuid": uuid, "goal_uuid": goal_uuid},
        )

    def list_segments(
        self,
        *,
        page: Any = None,
        per_page: Any = None,
        cursor: Any = None,
        sort: Any = None,
    ) -> "Page":
        """List segments."""
        return self._ask(
            "GET",
            "/api/v1/analytics/segments",
            {},
            query={"page": page, "per_page": per_page, "cursor": cursor, "sort": sort},
        )

    def create_segment(
        self,
        *,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Create a segment."""
        return self._ask(
            "POST",
            "/api/v1/analytics/segments",
            {},
            body=body,
            idempotency_key=idempotency_key,
        )

    def get_segment(
        self,
        segment_uuid: str,
    ) -> Any:
        """Retrieve a segment."""
        return self._ask(
            "GET",
            "/api/v1/analytics/segments/{segment_uuid}",
            {"segment_uuid": segment_uuid},
        )

    def update_segment(
        self,
        segment_uuid: str,
        *,
        body: Any = None,
    ) -> Any:
        """Update a segment."""
        return self._ask(
            "PUT",
            "/api/v1/analytics/segments/{segment_uuid}",
            {"segment_uuid": segment_uuid},
            body=body,
        )

    def delete_segment(
        self,
        segment_uuid: str,
    ) -> Any:
        """Delete a segment."""
        return self._ask(
            "DELETE",
            "/api/v1/analytics/segments/{segment_uuid}",
            {"segment_uuid": segment_uuid},
        )

    def list_saved_views(
        self,
        *,
        page: Any = None,
        per_page: Any = None,
        cursor: Any = None,
        sort: Any = None,
    ) -> "Page":
        """List saved views."""
        return self._ask(
            "GET",
            "/api/v1/analytics/views",
            {},
            query={"page": page, "per_page": per_page, "cursor": cursor, "sort": sort},
        )

    def create_saved_view(
        self,
        *,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Create a saved view."""
        return self._ask(
            "POST",
            "/api/v1/analytics/views",
            {},
            body=body,
            idempotency_key=idempotency_key,
        )

    def get_saved_view(
        self,
        view_uuid: str,
    ) -> Any:
        """Retrieve a saved view."""
        return self._ask(
            "GET",
            "/api/v1/analytics/views/{view_uuid}",
            {"view_uuid": view_uuid},
        )

    def update_saved_view(
        self,
        view_uuid: str,
        *,
        body: Any = None,
    ) -> Any:
        """Update a saved view."""
        return self._ask(
            "PUT",
            "/api/v1/analytics/views/{view_uuid}",
            {"view_uuid": view_uuid},
            body=body,
        )

    def delete_saved_view(
        self,
        view_uuid: str,
    ) -> Any:
        """Delete a saved view."""
        return self._ask(
            "DELETE",
            "/api/v1/analytics/views/{view_uuid}",
            {"view_uuid": view_uuid},
        )

    def list_annotations(
        self,
        account_uuid: str,
        uuid: str,
        *,
        page: Any = None,
        per_page: Any = None,
        cursor: Any = None,
        sort: Any = None,
    ) -> "Page":
        """List annotations."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/custom_domains/{uuid}/annotations",
            {"account_uuid": account_uuid, "uuid": uuid},
            query={"page": page, "per_page": per_page, "cursor": cursor, "sort": sort},
        )

    def create_annotation(
        self,
        account_uuid: str,
        uuid: str,
        *,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Create an annotation."""
        return self._ask(
            "POST",
            "/api/v1/accounts/{account_uuid}/custom_domains/{uuid}/annotations",
            {"account_uuid": account_uuid, "uuid": uuid},
            body=body,
            idempotency_key=idempotency_key,
        )

    def get_annotation(
        self,
        account_uuid: str,
        uuid: str,
        annotation_uuid: str,
    ) -> Any:
        """Retrieve an annotation."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/custom_domains/{uuid}/annotations/{annotation_uuid}",
            {"account_uuid": account_uuid, "uuid": uuid, "annotation_uuid": annotation_uuid},
        )

    def delete_annotation(
        self,
        account_uuid: str,
        uuid: str,
        annotation_uuid: str,
    ) -> Any:
        """Delete an annotation."""
        return self._ask(
            "DELETE",
            "/api/v1/accounts/{account_uuid}/custom_domains/{uuid}/annotations/{annotation_uuid}",
            {"account_uuid": account_uuid, "uuid": uuid, "annotation_uuid": annotation_uuid},
        )

    def list_subscriptions(
        self,
        account_uuid: str,
        *,
        page: Any = None,
        per_page: Any = None,
        cursor: Any = None,
    ) -> "Page":
        """List subscriptions."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/subscriptions",
            {"account_uuid": account_uuid},
            query={"page": page, "per_page": per_page, "cursor": cursor},
        )

    def create_subscription(
        self,
        account_uuid: str,
        *,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Create a subscription."""
        return self._ask(
            "POST",
            "/api/v1/accounts/{account_uuid}/subscriptions",
            {"account_uuid": account_uuid},
            body=body,
            idempotency_key=idempotency_key,
        )

    def get_subscription(
        self,
        account_uuid: str,
        subscription_uuid: str,
    ) -> Any:
        """Retrieve a subscription."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/subscriptions/{subscription_uuid}",
            {"account_uuid": account_uuid, "subscription_uuid": subscription_uuid},
        )

    def update_subscription(
        self,
        account_uuid: str,
        subscription_uuid: str,
        *,
        body: Any = None,
    ) -> Any:
        """Update a subscription."""
        return self._ask(
            "PUT",
            "/api/v1/accounts/{account_uuid}/subscriptions/{subscription_uuid}",
            {"account_uuid": account_uuid, "subscription_uuid": subscription_uuid},
            body=body,
        )

    def delete_subscription(
        self,
        account_uuid: str,
        subscription_uuid: str,
    ) -> Any:
        """Delete a subscription."""
        return self._ask(
            "DELETE",
            "/api/v1/accounts/{account_uuid}/subscriptions/{subscription_uuid}",
            {"account_uuid": account_uuid, "subscription_uuid": subscription_uuid},
        )

    def list_accounts(
        self,
    ) -> Any:
        """List accounts."""
        return self._ask(
            "GET",
            "/api/v1/accounts",
            {},
        )

    def get_me(
        self,
    ) -> Any:
        """Retrieve the current token or user, and the account."""
        return self._ask(
            "GET",
            "/api/v1/me",
            {},
        )

    def update_me(
        self,
        *,
        body: Any = None,
    ) -> Any:
        """Change your name."""
        return self._ask(
            "PUT",
            "/api/v1/me",
            {},
            body=body,
        )

    def list_access_tokens(
        self,
        account_uuid: str,
        *,
        page: Any = None,
        per_page: Any = None,
        cursor: Any = None,
        sort: Any = None,
    ) -> "Page":
        """List access tokens."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/access_tokens",
            {"account_uuid": account_uuid},
            query={"page": page, "per_page": per_page, "cursor": cursor, "sort": sort},
        )

    def create_access_token(
        self,
        account_uuid: str,
        *,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Create an access token."""
        return self._ask(
            "POST",
            "/api/v1/accounts/{account_uuid}/access_tokens",
            {"account_uuid": account_uuid},
            body=body,
            idempotency_key=idempotency_key,
        )

    def get_access_token(
        self,
        account_uuid: str,
        access_token_uuid: str,
    ) -> Any:
        """Retrieve an access token."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/access_tokens/{access_token_uuid}",
            {"account_uuid": account_uuid, "access_token_uuid": access_token_uuid},
        )

    def revoke_access_token(
        self,
        account_uuid: str,
        access_token_uuid: str,
    ) -> Any:
        """Revoke an access token."""
        return self._ask(
            "DELETE",
            "/api/v1/accounts/{account_uuid}/access_tokens/{access_token_uuid}",
            {"account_uuid": account_uuid, "access_token_uuid": access_token_uuid},
        )

    def list_signing_keys(
        self,
        account_uuid: str,
        *,
        page: Any = None,
        per_page: Any = None,
        cursor: Any = None,
        sort: Any = None,
    ) -> "Page":
        """List signing keys."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/signing_keys",
            {"account_uuid": account_uuid},
            query={"page": page, "per_page": per_page, "cursor": cursor, "sort": sort},
        )

    def create_signing_key(
        self,
        account_uuid: str,
        *,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Create a signing key."""
        return self._ask(
            "POST",
            "/api/v1/accounts/{account_uuid}/signing_keys",
            {"account_uuid": account_uuid},
            body=body,
            idempotency_key=idempotency_key,
        )

    def get_signing_key(
        self,
        account_uuid: str,
        signing_key_uuid: str,
    ) -> Any:
        """Retrieve a signing key."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/signing_keys/{signing_key_uuid}",
            {"account_uuid": account_uuid, "signing_key_uuid": signing_key_uuid},
        )

    def delete_signing_key(
        self,
        account_uuid: str,
        signing_key_uuid: str,
    ) -> Any:
        """Delete a signing key."""
        return self._ask(
            "DELETE",
            "/api/v1/accounts/{account_uuid}/signing_keys/{signing_key_uuid}",
            {"account_uuid": account_uuid, "signing_key_uuid": signing_key_uuid},
        )

    def get_settings(
        self,
        account_uuid: str,
    ) -> Any:
        """Retrieve the settings."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/settings",
            {"account_uuid": account_uuid},
        )

    def update_settings(
        self,
        account_uuid: str,
        *,
        body: Any = None,
    ) -> Any:
        """Update the settings."""
        return self._ask(
            "PUT",
            "/api/v1/accounts/{account_uuid}/settings",
            {"account_uuid": account_uuid},
            body=body,
        )

    def list_audit_events(
        self,
        account_uuid: str,
        *,
        page: Any = None,
        per_page: Any = None,
        cursor: Any = None,
        resource: Any = None,
        resource_uuid: Any = None,
        action: Any = None,
        actor_uuid: Any = None,
        from_: Any = None,
        to: Any = None,
    ) -> "Page":
        """List changes."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/audit_events",
            {"account_uuid": account_uuid},
            query={"page": page, "per_page": per_page, "cursor": cursor, "resource": resource, "resource_uuid": resource_uuid, "action": action, "actor_uuid": actor_uuid, "from": from_, "to": to},
        )

    def list_redirect_versions(
        self,
        account_uuid: str,
        redirect_uuid: str,
        *,
        page: Any = None,
        per_page: Any = None,
        cursor: Any = None,
    ) -> "Page":
        """List versions of redirects."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/redirects/{redirect_uuid}/versions",
            {"account_uuid": account_uuid, "redirect_uuid": redirect_uuid},
            query={"page": page, "per_page": per_page, "cursor": cursor},
        )

    def restore_redirect_version(
        self,
        account_uuid: str,
        redirect_uuid: str,
        n: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Restore a version of redirects."""
        return self._ask(
            "POST",
            "/api/v1/accounts/{account_uuid}/redirects/{redirect_uuid}/versions/{n}/restore",
            {"account_uuid": account_uuid, "redirect_uuid": redirect_uuid, "n": n},
            idempotency_key=idempotency_key,
        )

    def list_custom_domain_versions(
        self,
        account_uuid: str,
        custom_domain_uuid: str,
        *,
        page: Any = None,
        per_page: Any = None,
        cursor: Any = None,
    ) -> "Page":
        """List versions of custom domains."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/custom_domains/{custom_domain_uuid}/versions",
            {"account_uuid": account_uuid, "custom_domain_uuid": custom_domain_uuid},
            query={"page": page, "per_page": per_page, "cursor": cursor},
        )

    def restore_custom_domain_version(
        self,
        account_uuid: str,
        custom_domain_uuid: str,
        n: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Restore a version of custom domains."""
        return self._ask(
            "POST",
            "/api/v1/accounts/{account_uuid}/custom_domains/{custom_domain_uuid}/versions/{n}/restore",
            {"account_uuid": account_uuid, "custom_domain_uuid": custom_domain_uuid, "n": n},
            idempotency_key=idempotency_key,
        )

    def list_upstream_versions(
        self,
        account_uuid: str,
        upstream_uuid: str,
        *,
        page: Any = None,
        per_page: Any = None,
        cursor: Any = None,
    ) -> "Page":
        """List versions of upstreams."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/versions",
            {"account_uuid": account_uuid, "upstream_uuid": upstream_uuid},
            query={"page": page, "per_page": per_page, "cursor": cursor},
        )

    def restore_upstream_version(
        self,
        account_uuid: str,
        upstream_uuid: str,
        n: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Restore a version of upstreams."""
        return self._ask(
            "POST",
            "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/versions/{n}/restore",
            {"account_uuid": account_uuid, "upstream_uuid": upstream_uuid, "n": n},
            idempotency_key=idempotency_key,
        )

    def list_host_rules_versions(
        self,
        account_uuid: str,
        host: str,
        *,
        page: Any = None,
        per_page: Any = None,
        cursor: Any = None,
    ) -> "Page":
        """List versions of a host’s rules."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/hosts/{host}/rules/versions",
            {"account_uuid": account_uuid, "host": host},
            query={"page": page, "per_page": per_page, "cursor": cursor},
        )

    def restore_host_rules_version(
        self,
        account_uuid: str,
        host: str,
        n: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Restore a version of a host’s rules."""
        return self._ask(
            "POST",
            "/api/v1/accounts/{account_uuid}/hosts/{host}/rules/versions/{n}/restore",
            {"account_uuid": account_uuid, "host": host, "n": n},
            idempotency_key=idempotency_key,
        )

    def undo_change(
        self,
        account_uuid: str,
        event_uuid: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Undo a change."""
        return self._ask(
            "POST",
            "/api/v1/accounts/{account_uuid}/audit_events/{event_uuid}/undo",
            {"account_uuid": account_uuid, "event_uuid": event_uuid},
            idempotency_key=idempotency_key,
        )

    def get_configuration(
        self,
        account_uuid: str,
    ) -> Any:
        """Export configuration."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/configuration",
            {"account_uuid": account_uuid},
        )

    def list_plans(
        self,
        account_uuid: str,
        *,
        page: Any = None,
        per_page: Any = None,
        cursor: Any = None,
    ) -> "Page":
        """List plans."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/plans",
            {"account_uuid": account_uuid},
            query={"page": page, "per_page": per_page, "cursor": cursor},
        )

    def create_plan(
        self,
        account_uuid: str,
        *,
        body: Any = None,
        prune: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Plan configuration."""
        return self._ask(
            "POST",
            "/api/v1/accounts/{account_uuid}/plans",
            {"account_uuid": account_uuid},
            query={"prune": prune},
            body=body,
            idempotency_key=idempotency_key,
        )

    def get_plan(
        self,
        account_uuid: str,
        plan_uuid: str,
    ) -> Any:
        """Retrieve a plan."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/plans/{plan_uuid}",
            {"account_uuid": account_uuid, "plan_uuid": plan_uuid},
        )

    def approve_plan(
        self,
        account_uuid: str,
        plan_uuid: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Approve a plan."""
        return self._ask(
            "POST",
            "/api/v1/accounts/{account_uuid}/plans/{plan_uuid}/approve",
            {"account_uuid": account_uuid, "plan_uuid": plan_uuid},
            idempotency_key=idempotency_key,
        )

    def apply_plan(
        self,
        account_uuid: str,
        plan_uuid: str,
        *,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Apply a plan."""
        return self._ask(
            "POST",
            "/api/v1/accounts/{account_uuid}/plans/{plan_uuid}/apply",
            {"account_uuid": account_uuid, "plan_uuid": plan_uuid},
            body=body,
            idempotency_key=idempotency_key,
        )

    def change_password(
        self,
        *,
        body: Any = None,
    ) -> Any:
        """Change your password."""
        return self._ask(
            "PUT",
            "/api/v1/me/password",
            {},
            body=body,
        )

    def join_account(
        self,
        *,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Accept an invitation as a signed-in user."""
        return self._ask(
            "POST",
            "/api/v1/me/memberships",
            {},
            body=body,
            idempotency_key=idempotency_key,
        )

    def list_sessions(
        self,
    ) -> Any:
        """List your sessions."""
        return self._ask(
            "GET",
            "/api/v1/me/sessions",
            {},
        )

    def end_other_sessions(
        self,
    ) -> Any:
        """End all your other sessions."""
        return self._ask(
            "DELETE",
            "/api/v1/me/sessions",
            {},
        )

    def end_session(
        self,
        session_uuid: str,
    ) -> Any:
        """End one of your sessions."""
        return self._ask(
            "DELETE",
            "/api/v1/me/sessions/{session_uuid}",
            {"session_uuid": session_uuid},
        )

    def begin_second_factor(
        self,
        *,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Begin to set up a second factor."""
        return self._ask(
            "POST",
            "/api/v1/me/second_factor",
            {},
            body=body,
            idempotency_key=idempotency_key,
        )

    def confirm_second_factor(
        self,
        *,
        body: Any = None,
    ) -> Any:
        """Turn the second factor on with its first code."""
        return self._ask(
            "PUT",
            "/api/v1/me/second_factor",
            {},
            body=body,
        )

    def remove_second_factor(
        self,
        *,
        body: Any = None,
    ) -> Any:
        """Remove the second factor."""
        return self._ask(
            "DELETE",
            "/api/v1/me/second_factor",
            {},
            body=body,
        )

    def renew_recovery_codes(
        self,
        *,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Replace the recovery codes."""
        return self._ask(
            "POST",
            "/api/v1/me/second_factor/recovery_codes",
            {},
            body=body,
            idempotency_key=idempotency_key,
        )

    def list_passkeys(
        self,
    ) -> Any:
        """List your passkeys."""
        return self._ask(
            "GET",
            "/api/v1/me/passkeys",
            {},
        )

    def create_passkey(
        self,
        *,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Register a passkey."""
        return self._ask(
            "POST",
            "/api/v1/me/passkeys",
            {},
            body=body,
            idempotency_key=idempotency_key,
        )

    def begin_passkey(
        self,
        *,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Begin to register a passkey."""
        return self._ask(
            "POST",
            "/api/v1/me/passkeys/options",
            {},
            body=body,
            idempotency_key=idempotency_key,
        )

    def delete_passkey(
        self,
        passkey_uuid: str,
    ) -> Any:
        """Delete one of your passkeys."""
        return self._ask(
            "DELETE",
            "/api/v1/me/passkeys/{passkey_uuid}",
            {"passkey_uuid": passkey_uuid},
        )

    def create_owner(
        self,
        account_uuid: str,
        *,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Create the first owner of an account."""
        return self._ask(
            "POST",
            "/api/v1/accounts/{account_uuid}/owner",
            {"account_uuid": account_uuid},
            body=body,
            idempotency_key=idempotency_key,
        )

    def list_members(
        self,
        account_uuid: str,
        *,
        page: Any = None,
        per_page: Any = None,
        cursor: Any = None,
    ) -> "Page":
        """List the members of an account."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/members",
            {"account_uuid": account_uuid},
            query={"page": page, "per_page": per_page, "cursor": cursor},
        )

    def get_member(
        self,
        account_uuid: str,
        user_uuid: str,
    ) -> Any:
        """Retrieve a member."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/members/{user_uuid}",
            {"account_uuid": account_uuid, "user_uuid": user_uuid},
        )

    def update_member(
        self,
        account_uuid: str,
        user_uuid: str,
        *,
        body: Any = None,
    ) -> Any:
        """Change the role of a member."""
        return self._ask(
            "PUT",
            "/api/v1/accounts/{account_uuid}/members/{user_uuid}",
            {"account_uuid": account_uuid, "user_uuid": user_uuid},
            body=body,
        )

    def remove_member(
        self,
        account_uuid: str,
        user_uuid: str,
    ) -> Any:
        """Remove a member, or leave the account."""
        return self._ask(
            "DELETE",
            "/api/v1/accounts/{account_uuid}/members/{user_uuid}",
            {"account_uuid": account_uuid, "user_uuid": user_uuid},
        )

    def list_invitations(
        self,
        account_uuid: str,
    ) -> Any:
        """List open invitations."""
        return self._ask(
            "GET",
            "/api/v1/accounts/{account_uuid}/invitations",
            {"account_uuid": account_uuid},
        )

    def create_invitation(
        self,
        account_uuid: str,
        *,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Invite a person."""
        return self._ask(
            "POST",
            "/api/v1/accounts/{account_uuid}/invitations",
            {"account_uuid": account_uuid},
            body=body,
            idempotency_key=idempotency_key,
        )

    def revoke_invitation(
        self,
        account_uuid: str,
        invitation_uuid: str,
    ) -> Any:
        """Revoke an invitation."""
        return self._ask(
            "DELETE",
            "/api/v1/accounts/{account_uuid}/invitations/{invitation_uuid}",
            {"account_uuid": account_uuid, "invitation_uuid": invitation_uuid},
        )

    def replay_host_rules(
        self,
        account_uuid: str,
        host: str,
        *,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Replay rules on recorded requests."""
        return self._ask(
            "POST",
            "/api/v1/accounts/{account_uuid}/hosts/{host}/rules/replay",
            {"account_uuid": account_uuid, "host": host},
            body=body,
            idempotency_key=idempotency_key,
        )
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
