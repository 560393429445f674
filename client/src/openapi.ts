/* Generated from the OpenAPI document by `npm run docs`. Do not edit. */

export interface paths {
    "/api/v1/accounts/{account_uuid}/redirects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List redirects
         * @description Answers one page: `page` counts from 1, `per_page` is 1 to 1000, and the `Link` field has the URLs of the other pages. Newest first unless `sort` says otherwise. `query` finds text anywhere in the name, in upper or lower case.
         */
        get: operations["listRedirects"];
        put?: never;
        /**
         * Create a redirect
         * @description A host has at most one redirect: a second one answers 400 `source_host_taken`, and so does a host of another account. A redirect that would lead back to itself answers 400 `destination_url_invalid`. Every edge worker on this machine serves the change before the answer is sent.
         */
        post: operations["createRedirect"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/redirects/{redirect_uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a redirect
         * @description Answers one redirect.
         */
        get: operations["getRedirect"];
        /**
         * Update a redirect
         * @description Attributes that you leave out keep their values. Set `active` to false to pause the redirect. Every edge worker on this machine serves the change before the answer is sent.
         */
        put: operations["updateRedirect"];
        post?: never;
        /**
         * Delete a redirect
         * @description Another account can have the host 30 days later, or with a proof, unless something else of the account uses it. Every edge worker on this machine serves the change before the answer is sent.
         */
        delete: operations["deleteRedirect"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/redirects/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create many redirects at once
         * @description Creates all of them or, when some can't be created, none: the message then names each by its place in the list. Every edge worker on this machine serves the change before the answer is sent. With `dry_run`, everything is checked in a transaction that is undone.
         */
        post: operations["createRedirectBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/hosts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an account’s hosts
         * @description Answers one page: `page` counts from 1, `per_page` is 1 to 1000, and the `Link` field has the URLs of the other pages. In order of the host unless `sort` says otherwise. `query` finds part of the host. A host is listed as long as the account has a custom domain, a redirect or rules on it.
         */
        get: operations["listHosts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/hosts/{host}/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the rules of a host
         * @description Answers all rules of a host, in order, without passwords, and an `ETag`. A host without rules has an empty list; one of another account answers 404.
         */
        get: operations["getHostRules"];
        /**
         * Replace the rules of a host
         * @description Replaces all rules of a host at once; an empty list removes them. Send the `ETag` as `If-Match`, and a change by somebody else in between answers 412 `precondition_failed` instead of being lost. A wrong list changes nothing and answers 400 `rules_invalid` with the place of the mistake. The body has at most 32 MiB and may be sent with `Content-Encoding: gzip`. Every edge worker on this machine serves the change before the answer is sent.
         */
        put: operations["replaceHostRules"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/upstreams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List upstreams
         * @description Answers one page: `page` counts from 1, `per_page` is 1 to 1000, and the `Link` field has the URLs of the other pages. The array is called `records`. Each has its `auth_token`, which is null for callers that may only read.
         */
        get: operations["listUpstreams"];
        put?: never;
        /**
         * Create an upstream
         * @description Loopback, private and link-local addresses answer 400 `host_invalid` unless `NAMEPLATE_UPSTREAM_ALLOW` has them. The address is checked again for each connection. `auth_token` is stored encrypted and sent with every request.
         */
        post: operations["createUpstream"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve an upstream
         * @description Answers one upstream with its `auth_token`, which is null for callers that may only read.
         */
        get: operations["getUpstream"];
        /**
         * Update an upstream
         * @description Attributes that you leave out keep their values. Custom domains of this upstream use the new address from their next request on. Every edge worker on this machine serves the change before the answer is sent.
         */
        put: operations["updateUpstream"];
        post?: never;
        /**
         * Delete an upstream
         * @description Deletes its custom domains too, and the message says how many. While rules proxy to it, it answers 400 `upstream_in_use`. Every edge worker on this machine serves the change before the answer is sent.
         */
        delete: operations["deleteUpstream"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check an upstream now
         * @description Sends each target of the upstream its `health_check` now, and answers what each did. It takes as long as the check’s time-out, 10 s at most. Without a `health_check`, any answer to `GET /` within 5 s is good. An account can ask 30 times a minute.
         */
        get: operations["getUpstreamHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/custom_domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an account’s custom domains
         * @description Answers one page: `page` counts from 1, `per_page` is 1 to 1000, and the `Link` field has the URLs of the other pages. `query` finds text anywhere in the name, in upper or lower case.
         */
        get: operations["listAccountCustomDomains"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/custom_domains/{custom_domain_uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve an account’s custom domain
         * @description Answers one custom domain without naming its upstream in the path.
         */
        get: operations["getAccountCustomDomain"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/custom_domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an upstream’s custom domains
         * @description Answers one page: `page` counts from 1, `per_page` is 1 to 1000, and the `Link` field has the URLs of the other pages.
         */
        get: operations["listCustomDomains"];
        put?: never;
        /**
         * Create a custom domain
         * @description The answer lists the DNS records that the owner of the domain has to create. A host that has a custom domain, or belongs to another account, answers 400 `host_taken`. Every edge worker on this machine serves the change before the answer is sent.
         */
        post: operations["createCustomDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/custom_domains/{custom_domain_uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a custom domain
         * @description Answers one custom domain, with the expected DNS records and what the last check found.
         */
        get: operations["getCustomDomain"];
        /**
         * Update a custom domain
         * @description Attributes that you leave out keep their values. `hsts_max_age` is in seconds; browsers cannot be told to forget it, so start with minutes. Every edge worker on this machine serves the change before the answer is sent.
         */
        put: operations["updateCustomDomain"];
        post?: never;
        /**
         * Delete a custom domain
         * @description Its goals and its automatic certificate are deleted too. What was counted can no longer be queried. Every edge worker on this machine serves the change before the answer is sent.
         */
        delete: operations["deleteCustomDomain"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/custom_domains/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create many custom domains at once
         * @description Creates all of them or, when some can't be created, none: the message then names each by its place in the list. Every edge worker on this machine serves the change before the answer is sent.
         */
        post: operations["createCustomDomainBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/custom_domains/{custom_domain_uuid}/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move a custom domain to another upstream
         * @description Its uuid, analytics and certificates stay, and no request fails meanwhile. Every edge worker on this machine serves the change before the answer is sent.
         */
        post: operations["moveCustomDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/custom_domains/{custom_domain_uuid}/verify_dns_records": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a custom domain’s DNS records
         * @description Looks the DNS records up now instead of at the next scheduled check, which takes 20 s at most, and answers the custom domain with what it found. If the records are right, a certificate is ordered.
         */
        post: operations["verifyDnsRecords"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/findings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List findings
         * @description Answers one page: `page` counts from 1, `per_page` is 1 to 1000, and the `Link` field has the URLs of the other pages. The worst first, and the newest of those that are as bad, unless `sort` says otherwise. Those that are open unless `state` says otherwise.
         */
        get: operations["listFindings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/findings/{finding_uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a finding
         * @description Answers one finding, whatever its state. They are kept for 400 days after they are resolved.
         */
        get: operations["getFinding"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/findings/{finding_uuid}/mute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mute a finding
         * @description Until then it makes no verdict and is resolved without an event. One that is resolved stays as it is.
         */
        post: operations["muteFinding"];
        /**
         * Unmute a finding
         * @description It is open again, without a new event, if it isn’t resolved.
         */
        delete: operations["unmuteFinding"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/webhook_endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description Answers one page: `page` counts from 1, `per_page` is 1 to 1000, and the `Link` field has the URLs of the other pages. Newest first. Secrets are not part of an answer.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Create a webhook endpoint
         * @description Only this answer has the `secret` that deliveries are signed with. Loopback, private and link-local addresses answer 400 `url_invalid` unless `NAMEPLATE_UPSTREAM_ALLOW` has them; the address is checked again for each delivery. More than 20 endpoints answer 400 `too_many_webhook_endpoints`.
         */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/webhook_endpoints/{webhook_endpoint_uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a webhook endpoint
         * @description Answers one endpoint, without its secret.
         */
        get: operations["getWebhookEndpoint"];
        /**
         * Update a webhook endpoint
         * @description Attributes that you leave out keep their values. When `active` becomes false, what waits for the endpoint is canceled; true enables an endpoint again that was disabled.
         */
        put: operations["updateWebhookEndpoint"];
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Its deliveries are deleted too.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/webhook_endpoints/{webhook_endpoint_uuid}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate a webhook endpoint’s secret
         * @description Makes a new secret, which only this answer has. For 24 hours deliveries have two signatures, the other one made with the secret before.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/webhook_endpoints/{webhook_endpoint_uuid}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an endpoint’s deliveries
         * @description Answers one page: `page` counts from 1, `per_page` is 1 to 1000, and the `Link` field has the URLs of the other pages. Newest first, without bodies. Deliveries are kept for 30 days.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/webhook_endpoints/{webhook_endpoint_uuid}/deliveries/{webhook_delivery_uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a delivery
         * @description Answers one delivery with its body and what the receiver answered.
         */
        get: operations["getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/webhook_endpoints/{webhook_endpoint_uuid}/deliveries/{webhook_delivery_uuid}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay a delivery
         * @description Sends it again, under the same `webhook-id`. One that is still pending is tried at once. An endpoint that isn’t active answers 400 `webhook_endpoint_inactive`.
         */
        post: operations["replayWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/webhook_endpoints/{webhook_endpoint_uuid}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Sends an event of type `webhook_endpoint.test`, whatever the endpoint subscribes to. The delivery tells what came of it. While one is pending, it is answered and no other is sent. An endpoint that isn’t active answers 400 `webhook_endpoint_inactive`.
         */
        post: operations["testWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/custom_domains/{custom_domain_uuid}/connect_links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a custom domain’s open connect links
         * @description Answers the links that still open the page, without their addresses.
         */
        get: operations["listConnectLinks"];
        put?: never;
        /**
         * Create a connect link
         * @description Only this answer has the address. Whoever has it sees the DNS records of this custom domain, whether they are found, and its statistics, or with `kind` `statistics` the statistics alone, until the link expires or is revoked. With `email`, the records and the address are sent there; if that fails there is no link. More than 100 open links answer 400 `too_many_connect_links`.
         */
        post: operations["createConnectLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/custom_domains/{custom_domain_uuid}/connect_links/{connect_link_uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a connect link
         * @description The page answers 404 from now on.
         */
        delete: operations["revokeConnectLink"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/brand": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the brand
         * @description Answers what connect pages show of the account.
         */
        get: operations["getBrand"];
        /**
         * Update the brand
         * @description Changes the attributes that are given and keeps the others.
         */
        put: operations["updateBrand"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/custom_certificates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List custom certificates
         * @description Answers one page: `page` counts from 1, `per_page` is 1 to 1000, and the `Link` field has the URLs of the other pages. Newest first. Private keys are never part of an answer.
         */
        get: operations["listCustomCertificates"];
        put?: never;
        /**
         * Upload a custom certificate
         * @description Takes the certificate, followed by its intermediates, and the private key, both PEM. The key is stored encrypted. A certificate that is expired, weak or without a DNS name answers 400 `certificate_invalid`; the same certificate again answers 400 `certificate_taken`.
         */
        post: operations["createCustomCertificate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/custom_certificates/{certificate_uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a custom certificate
         * @description Answers one certificate: its names, its issuer and when it expires.
         */
        get: operations["getCustomCertificate"];
        put?: never;
        post?: never;
        /**
         * Delete a custom certificate
         * @description Hosts that it covered use another certificate of the account, or order an automatic one. Every edge worker on this machine serves the change before the answer is sent.
         */
        delete: operations["deleteCustomCertificate"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/automatic_certificates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List automatic certificates
         * @description Answers one page: `page` counts from 1, `per_page` is 1 to 1000, and the `Link` field has the URLs of the other pages. One for each host of the account that a custom domain, a redirect or rules have, whether it has a certificate or not. In order of the host unless `sort` says otherwise.
         */
        get: operations["listAutomaticCertificates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/automatic_certificates/{host}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the automatic certificate of a host
         * @description Answers one host of the account, with its certificate or why there is none.
         */
        get: operations["getAutomaticCertificate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/automatic_certificates/{host}/order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Order the automatic certificate of a host now
         * @description Has a certificate ordered within seconds, even if the host has one or waits after a failure; the answer is from before. 429 in the 15 minutes after the authority refused one.
         */
        post: operations["orderAutomaticCertificate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/error_pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the error pages of an upstream
         * @description Which pages the upstream has, without their HTML. Answers one page: `page` counts from 1, `per_page` is 1 to 1000, and the `Link` field has the URLs of the other pages.
         */
        get: operations["listUpstreamErrorPages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/error_pages/{status}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve an error page of an upstream
         * @description Answers a page with its HTML.
         */
        get: operations["getUpstreamErrorPage"];
        /**
         * Set an error page of an upstream
         * @description Sets the HTML that visitors get: the page for 404 in place of the upstream’s 404, the page for 502 when the upstream can’t be reached or fails, the page for 503 during maintenance. It holds for all hosts that are proxied to the upstream and have no page of their own. Every edge worker on this machine serves the change before the answer is sent.
         */
        put: operations["setUpstreamErrorPage"];
        post?: never;
        /**
         * Delete an error page of an upstream
         * @description Visitors get plain text again, or the upstream’s own 404. Every edge worker on this machine serves the change before the answer is sent.
         */
        delete: operations["deleteUpstreamErrorPage"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/custom_domains/{custom_domain_uuid}/error_pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the error pages of a custom domain
         * @description Which pages the custom domain has itself, without their HTML. Answers one page: `page` counts from 1, `per_page` is 1 to 1000, and the `Link` field has the URLs of the other pages.
         */
        get: operations["listCustomDomainErrorPages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/custom_domains/{custom_domain_uuid}/error_pages/{status}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve an error page of a custom domain
         * @description Answers a page with its HTML.
         */
        get: operations["getCustomDomainErrorPage"];
        /**
         * Set an error page of a custom domain
         * @description Sets the HTML that the host’s visitors get, in place of the upstream’s page for the same status. Every edge worker on this machine serves the change before the answer is sent.
         */
        put: operations["setCustomDomainErrorPage"];
        post?: never;
        /**
         * Delete an error page of a custom domain
         * @description Visitors get the upstream’s page again, if it has one. Every edge worker on this machine serves the change before the answer is sent.
         */
        delete: operations["deleteCustomDomainErrorPage"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/custom_domains/{uuid}/unique_visitors_count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Number of distinct visitors
         * @description Number of distinct visitors.
         */
        get: operations["getUniqueVisitorsCount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/custom_domains/{uuid}/unique_visitors_by_date": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Number of distinct visitors over time
         * @description Number of distinct visitors over time. A visitor counts once in each bucket. `data` has one value for each bucket of `frequency`, by the first day of the bucket.
         */
        get: operations["getUniqueVisitorsByDate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/custom_domains/{uuid}/total_pageviews_count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Number of pageviews
         * @description Number of pageviews.
         */
        get: operations["getTotalPageviewsCount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/custom_domains/{uuid}/pageviews_by_date": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Number of pageviews over time
         * @description Number of pageviews over time. `data` has one value for each bucket of `frequency`, by the first day of the bucket.
         */
        get: operations["getPageviewsByDate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/custom_domains/{uuid}/total_visits_count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Number of visits
         * @description Number of visits. A visit belongs to the day on which it begins, even if it lasts past midnight.
         */
        get: operations["getTotalVisitsCount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/custom_domains/{uuid}/visits_by_date": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Number of visits over time
         * @description Number of visits over time. A visit belongs to the day on which it begins, even if it lasts past midnight. `data` has one value for each bucket of `frequency`, by the first day of the bucket.
         */
        get: operations["getVisitsByDate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/custom_domains/{uuid}/pageviews_per_visit_by_date": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Pageviews per visit over time
         * @description Pageviews per visit over time. The pageviews of a bucket over the visits that begin in it; two decimals, 0 without visits. `data` has one value for each bucket of `frequency`, by the first day of the bucket.
         */
        get: operations["getPageviewsPerVisitByDate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/custom_domains/{uuid}/sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sources by number of visits
         * @description Sources by number of visits. By the referrer of a visit’s first pageview; without one it is `Direct`. Sorted by count, highest first; `percentage` is of all items, those beyond `limit` too.
         */
        get: operations["getSources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/custom_domains/{uuid}/utm_params": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Values of a UTM parameter by number of visits
         * @description Values of a UTM parameter by number of visits. By the address of a visit’s first pageview; visits without the parameter are not counted, nor part of the percentages. Sorted by count, highest first; `percentage` is of all items, those beyond `limit` too.
         */
        get: operations["getUtmParams"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/custom_domains/{uuid}/pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Paths by number of pageviews
         * @description Paths by number of pageviews. Paths are without query and fragment. Sorted by count, highest first; `percentage` is of all items, those beyond `limit` too.
         */
        get: operations["getPages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/custom_domains/{uuid}/locations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Countries, regions or cities by number of distinct visitors
         * @description Countries, regions or cities by number of distinct visitors. With `region` only the visitors in that region count, and percentages are of them. `region` is an addition of Nameplate’s. Sorted by count, highest first; `percentage` is of all items, those beyond `limit` too.
         */
        get: operations["getLocations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/custom_domains/{uuid}/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Browsers, operating systems and screen sizes by number of distinct visitors
         * @description Browsers, operating systems and screen sizes by number of distinct visitors. Each of the three lists has percentages of its own, and `limit` is for each. Each list is sorted by count, highest first.
         */
        get: operations["getDevices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/custom_domains/{uuid}/bounce_rate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Visits of a single pageview, in percent of all visits
         * @description Visits of a single pageview, in percent of all visits. Two decimals, 0 without visits. An addition of Nameplate’s.
         */
        get: operations["getBounceRate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/custom_domains/{uuid}/bounce_rate_by_date": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Visits of a single pageview over time, in percent of all visits
         * @description Visits of a single pageview over time, in percent of all visits. A visit belongs to the day on which it begins, even if it lasts past midnight. Two decimals, 0 without visits. An addition of Nameplate’s. `data` has one value for each bucket of `frequency`, by the first day of the bucket.
         */
        get: operations["getBounceRateByDate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/custom_domains/{uuid}/average_visit_duration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Average time from the first to the last pageview of a visit in seconds
         * @description Average time from the first to the last pageview of a visit in seconds. Three decimals, 0 without visits; visits of a single pageview count with 0. An addition of Nameplate’s.
         */
        get: operations["getAverageVisitDuration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/custom_domains/{uuid}/average_visit_duration_by_date": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Average time from the first to the last pageview of a visit in seconds, over time
         * @description Average time from the first to the last pageview of a visit in seconds, over time. A visit belongs to the day on which it begins, even if it lasts past midnight. Three decimals, 0 without visits; visits of a single pageview count with 0. An addition of Nameplate’s. `data` has one value for each bucket of `frequency`, by the first day of the bucket.
         */
        get: operations["getAverageVisitDurationByDate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/custom_domains/{uuid}/entry_pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Paths by number of visits that begin there
         * @description Paths by number of visits that begin there. Paths are without query and fragment. An addition of Nameplate’s. Sorted by count, highest first; `percentage` is of all items, those beyond `limit` too.
         */
        get: operations["getEntryPages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/custom_domains/{uuid}/exit_pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Paths by number of visits that end there
         * @description Paths by number of visits that end there. Paths are without query and fragment. An addition of Nameplate’s. Sorted by count, highest first; `percentage` is of all items, those beyond `limit` too.
         */
        get: operations["getExitPages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/custom_domains/{uuid}/event_properties": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Keys of the properties of custom events by number of events
         * @description Keys of the properties of custom events by number of events. An event counts under each of its keys. An addition of Nameplate’s. Sorted by count, highest first; `percentage` is of all items, those beyond `limit` too.
         */
        get: operations["getEventProperties"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/custom_domains/{uuid}/current_visitors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Number of distinct visitors of the last five minutes
         * @description Number of distinct visitors of the last five minutes. Has neither `from` nor `to`. An addition of Nameplate’s.
         */
        get: operations["getCurrentVisitors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/custom_domains/{uuid}/request_count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Number of HTTP requests
         * @description Number of HTTP requests.
         */
        get: operations["getRequestCount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/custom_domains/{uuid}/request_counts_by_date": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Number of HTTP requests over time
         * @description Number of HTTP requests over time. `data` has one value for each bucket of `frequency`, by the first day of the bucket.
         */
        get: operations["getRequestCountsByDate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/custom_domains/{uuid}/total_data_transfer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Incoming plus outgoing traffic in bytes
         * @description Incoming plus outgoing traffic in bytes. Start lines, fields and bodies of requests and responses are counted.
         */
        get: operations["getTotalDataTransfer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/custom_domains/{uuid}/data_transfer_by_date": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Incoming plus outgoing traffic in bytes over time
         * @description Incoming plus outgoing traffic in bytes over time. Start lines, fields and bodies of requests and responses are counted. `data` has one value for each bucket of `frequency`, by the first day of the bucket.
         */
        get: operations["getDataTransferByDate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/custom_domains/{uuid}/average_response_time": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Average response time in seconds
         * @description Average response time in seconds. From the first byte of a request to the last byte of its response; six decimals, 0 without requests.
         */
        get: operations["getAverageResponseTime"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/custom_domains/{uuid}/average_response_time_by_date": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Average response time in seconds over time
         * @description Average response time in seconds over time. From the first byte of a request to the last byte of its response; six decimals, 0 without requests. `data` has one value for each bucket of `frequency`, by the first day of the bucket.
         */
        get: operations["getAverageResponseTimeByDate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/custom_domains/{uuid}/response_time_distribution": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Number of requests by response time
         * @description Number of requests by response time. All buckets are always there. The lower bound belongs to a bucket, the upper one does not. `data` has the number of requests of each bucket.
         */
        get: operations["getResponseTimeDistribution"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/custom_domains/{uuid}/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Paths by number of requests
         * @description Paths by number of requests. Paths are as requested, without the query; bytes that are not ASCII are percent-encoded. Sorted by count, highest first; `percentage` is of all items, those beyond `limit` too.
         */
        get: operations["getFiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/custom_domains/{uuid}/response_codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Response codes by number of requests
         * @description Response codes by number of requests. Sorted by count, highest first; `percentage` is of all items, those beyond `limit` too.
         */
        get: operations["getResponseCodes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/custom_domains/{uuid}/bot_requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Known bots and crawlers by number of requests
         * @description Known bots and crawlers by number of requests. Requests of others are not counted, nor part of the percentages. Sorted by count, highest first; `percentage` is of all items, those beyond `limit` too.
         */
        get: operations["getBotRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/custom_domains/{uuid}/datacenter_requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Hosting providers by number of requests from their networks
         * @description Hosting providers by number of requests from their networks. Requests from other networks are not counted, nor part of the percentages. Sorted by count, highest first; `percentage` is of all items, those beyond `limit` too.
         */
        get: operations["getDatacenterRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/custom_domains/{uuid}/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Query visitors
         * @description Totals, time series and breakdowns: choose `metrics`, `dimensions`, `filters`, a `date_range` and an order. Durations are seconds, rates are percentages, and sizes are bytes. Answers 400 `query_invalid` with the place of the mistake, and 503 `query_too_expensive` when a query needs more time or memory than one may have. Counts visitors, visits, pageviews and custom events.
         */
        post: operations["queryVisitors"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/custom_domains/{uuid}/requests/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Query requests
         * @description Totals, time series and breakdowns: choose `metrics`, `dimensions`, `filters`, a `date_range` and an order. Durations are seconds, rates are percentages, and sizes are bytes. Answers 400 `query_invalid` with the place of the mistake, and 503 `query_too_expensive` when a query needs more time or memory than one may have. Counts the requests that the edge answered.
         */
        post: operations["queryRequests"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/redirects/{uuid}/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Query clicks of a redirect
         * @description Totals, time series and breakdowns: choose `metrics`, `dimensions`, `filters`, a `date_range` and an order. Durations are seconds, rates are percentages, and sizes are bytes. Answers 400 `query_invalid` with the place of the mistake, and 503 `query_too_expensive` when a query needs more time or memory than one may have. Counts clicks: the requests that the redirect, or a rule of its host, answered.
         */
        post: operations["queryClicks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/hosts/{host}/requests/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Query requests of a host
         * @description Totals, time series and breakdowns: choose `metrics`, `dimensions`, `filters`, a `date_range` and an order. Durations are seconds, rates are percentages, and sizes are bytes. Answers 400 `query_invalid` with the place of the mistake, and 503 `query_too_expensive` when a query needs more time or memory than one may have. Counts the requests of one host, whatever the account has on it.
         */
        post: operations["queryHostRequests"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Query visitors by host
         * @description The same as `queryVisitors`, for clients of Plausible’s Stats API v2: `site_id` is the host of the custom domain.
         */
        post: operations["querySite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/custom_domains/{uuid}/funnel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Query a funnel
         * @description Counts the visitors who take 2 to 8 steps in order. Each step is a goal, a custom event or a page. Rates are percentages. Answers 400 `query_invalid` with the place of the mistake.
         */
        post: operations["queryFunnel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/hosts/{host}/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the newest requests of a host
         * @description Answers requests one by one, as they were recorded, without addresses, user agents and queries. A request is listed about two seconds after its end. `pagination.next` is the `cursor` of the next page. Answers 400 `query_invalid` with the place of a mistake in `filters`.
         */
        get: operations["listHostRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/requests/{request_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find a request by its id
         * @description A day before and after the time that the id begins with is looked through. A request of another account is not found.
         */
        get: operations["getRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/custom_domains/{uuid}/expectation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare a custom domain’s traffic with what was expected
         * @description Whole UTC hours. An hour is compared with those that began at the same time of day, by the clock of the domain’s `time_zone`, 7, 14, 21 and 28 days before.
         */
        get: operations["getDomainExpectation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/expectation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare an account’s traffic with what was expected
         * @description As for one custom domain, of the requests of all custom domains, redirects and rules of the account together. Time of day is UTC.
         */
        get: operations["getAccountExpectation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what custom domains used in a month
         * @description Answers one page: `page` counts from 1, `per_page` is 1 to 1000, and the `Link` field has the URLs of the other pages. In order of host unless `sort` says otherwise. A month that is over is closed two days later; until then its figures are counted anew each time. With `Accept: text/csv` the answer is a CSV file of all custom domains that match, in order of host. Answers 503 `query_too_expensive` when counting an open month takes too long.
         */
        get: operations["listUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/usage/external_ids": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what each external id used in a month
         * @description Answers one page: `page` counts from 1, `per_page` is 1 to 1000, and the `Link` field has the URLs of the other pages. In order of external id. Each custom domain counts its own visitors, so somebody who visits two of them counts twice.
         */
        get: operations["listUsageByExternalId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what an account may have and use
         * @description Answers one page: `page` counts from 1, `per_page` is 1 to 1000, and the `Link` field has the URLs of the other pages. `used` is what the account uses now, and `allowed` what it may; null where there is no limit. Limits are set by the operator. Answers 503 `unavailable` while the analytics store is away.
         */
        get: operations["listLimits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/custom_domains/{uuid}/goals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List goals
         * @description Answers one page: `page` counts from 1, `per_page` is 1 to 1000, and the `Link` field has the URLs of the other pages.
         */
        get: operations["listGoals"];
        put?: never;
        /**
         * Create a goal
         * @description Give either `event_name`, or `page_path` with `*` for any characters. A second goal with the same name, event or path answers 400 `goal_taken`; more than 1,000 goals answer 400 `too_many_goals`.
         */
        post: operations["createGoal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/custom_domains/{uuid}/goals/{goal_uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a goal
         * @description Answers one goal.
         */
        get: operations["getGoal"];
        put?: never;
        post?: never;
        /**
         * Delete a goal
         * @description The events that it counted stay. Queries and funnels that name the goal answer 400 `query_invalid` from now on.
         */
        delete: operations["deleteGoal"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/segments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List segments
         * @description Answers one page: `page` counts from 1, `per_page` is 1 to 1000, and the `Link` field has the URLs of the other pages.
         */
        get: operations["listSegments"];
        put?: never;
        /**
         * Create a segment
         * @description `filters` are checked as a query would. More than 500 segments in an account answer 400 `too_many_segments`.
         */
        post: operations["createSegment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/segments/{segment_uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a segment
         * @description Answers one segment.
         */
        get: operations["getSegment"];
        /**
         * Update a segment
         * @description Attributes that you leave out keep their values.
         */
        put: operations["updateSegment"];
        post?: never;
        /**
         * Delete a segment
         * @description Deletes the saved filters. Reports and other segments stay as they are.
         */
        delete: operations["deleteSegment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List accounts
         * @description Answers a bare array with the account of the token, or with every account that the user is a member of.
         */
        get: operations["listAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the current token or user, and the account
         * @description Answers the token that the request carries and its account. For a session of a user: the user, and the role in the account that `X-Account` names, or the oldest membership without it.
         */
        get: operations["getMe"];
        /**
         * Change your name
         * @description Needs the session of a user.
         */
        put: operations["updateMe"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/access_tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List access tokens
         * @description Answers one page: `page` counts from 1, `per_page` is 1 to 1000, and the `Link` field has the URLs of the other pages. Tokens themselves are not part of the answer: only their hashes are stored.
         */
        get: operations["listAccessTokens"];
        put?: never;
        /**
         * Create an access token
         * @description This answer is the only one that contains the token. `expires_at` null means that it never expires. Needs a token with scope `write`.
         */
        post: operations["createAccessToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/access_tokens/{access_token_uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve an access token
         * @description Answers one access token: its name, its scope and when it expires, without the token itself.
         */
        get: operations["getAccessToken"];
        put?: never;
        post?: never;
        /**
         * Revoke an access token
         * @description The token stops working on every machine within a second. Sessions that began with it end too.
         */
        delete: operations["revokeAccessToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/audit_events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List changes
         * @description Answers one page: `page` counts from 1, `per_page` is 1 to 1000, and the `Link` field has the URLs of the other pages. Newest first. Of an update, `before` and `after` have the attributes that changed. Secrets are never part of it: where one was set or changed, its value is `[secret]`.
         */
        get: operations["listAuditEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the session
         * @description Answers the session whose cookie the request has, with its `csrf_token`: of an access token with its account, or of a user with all memberships.
         */
        get: operations["getSession"];
        put?: never;
        /**
         * Sign in
         * @description Takes an `access_token`, or `email` and `password`. A user with a second factor gets 401 `second_factor_required` and sends its `code`, too. Wrong passwords and codes make the next try wait. Sets the session’s cookie (`HttpOnly`, `SameSite=Strict`) and answers the `csrf_token` that later writes need in `X-CSRF-Token`. Takes `application/json` only, from pages of the service’s own origin: others get 403 `origin_forbidden`.
         */
        post: operations["signIn"];
        /**
         * Sign out
         * @description Ends the session and deletes its cookie. Needs `X-CSRF-Token`; without it the answer is 403 `csrf_token_refused`.
         */
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/oidc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the identity provider
         * @description Answers the name on the sign-in page’s button; null where no provider is set up.
         */
        get: operations["getIdentityProvider"];
        put?: never;
        /**
         * Begin to sign in with the identity provider
         * @description Open `authorization_url` in the browser that got the cookie of this answer. The provider leads it back to `/sign-in/callback` within 10 minutes. With the secret of an invitation, a person without a user becomes one.
         */
        post: operations["beginOidcSignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/oidc/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finish a sign-in with the identity provider
         * @description The person is the user of an earlier sign-in with the same identity, or the one whose email address the provider has verified. The first such sign-in ends the user’s password, second factor and sessions.
         */
        post: operations["finishOidcSignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/passkey/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to sign in with a passkey
         * @description Answers what `navigator.credentials.get` takes. The browser that gets the cookie of this answer has 10 minutes to sign in.
         */
        post: operations["beginPasskeySignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with a passkey
         * @description A passkey is both factors: the authenticator has verified the person, so no password and no code are asked for.
         */
        post: operations["signInWithPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read an invitation
         * @description Answers what an invitation is for. A used, revoked or expired one answers 410 `invitation_ended`.
         */
        post: operations["openInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/invitation/acceptance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invitation as a new user, and sign in
         * @description Creates a user with the email address of the invitation and signs in. If a user with this address has this password, the answer is 400 `email_taken`: sign in and accept as that user.
         */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change your password
         * @description Ends all your other sessions. Needs the session of a user.
         */
        put: operations["changePassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/memberships": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invitation as a signed-in user
         * @description The invitation has to be for your email address; otherwise the answer is 403 `invitation_for_another`. A used, revoked or expired one answers 410 `invitation_ended`.
         */
        post: operations["joinAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your sessions
         * @description Answers a bare array of the browsers that you are signed in with.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        /**
         * End all your other sessions
         * @description Every session but that of this request ends, on every machine within a second.
         */
        delete: operations["endOtherSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/sessions/{session_uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End one of your sessions
         * @description The session ends on every machine within a second.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/second_factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Turn the second factor on with its first code
         * @description From now on, signing in takes a code. Keep the recovery codes: they are not shown again.
         */
        put: operations["confirmSecondFactor"];
        /**
         * Begin to set up a second factor
         * @description Answers a new secret for an authenticator app. It counts once you have sent a code of it with `PUT`; until then, signing in takes the password alone.
         */
        post: operations["beginSecondFactor"];
        /**
         * Remove the second factor
         * @description From now on, signing in takes the password alone.
         */
        delete: operations["removeSecondFactor"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/second_factor/recovery_codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the recovery codes
         * @description Answers ten new ones; those before stop working.
         */
        post: operations["renewRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your passkeys
         * @description Each signs you in without a password and a code.
         */
        get: operations["listPasskeys"];
        put?: never;
        /**
         * Register a passkey
         * @description From now on, the passkey signs you in, on the host that it was registered on.
         */
        post: operations["createPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to register a passkey
         * @description Answers what `navigator.credentials.create` takes. The browser that gets the cookie of this answer has 10 minutes to register.
         */
        post: operations["beginPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/passkeys/{passkey_uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete one of your passkeys
         * @description It signs nobody in any more. Sessions that it began stay.
         */
        delete: operations["deletePasskey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/owner": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create the first owner of an account
         * @description With an access token of scope `write`, while the account has no owner; otherwise the answer is 400 `owner_exists`. Signs nobody in.
         */
        post: operations["createOwner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the members of an account
         * @description Answers one page: `page` counts from 1, `per_page` is 1 to 1000, and the `Link` field has the URLs of the other pages. Oldest membership first.
         */
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/members/{user_uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a member
         * @description Answers one member.
         */
        get: operations["getMember"];
        /**
         * Change the role of a member
         * @description For owners. Counts from the user’s next request on, on every machine within a second. The last owner stays owner: 400 `last_owner`.
         */
        put: operations["updateMember"];
        post?: never;
        /**
         * Remove a member, or leave the account
         * @description Owners remove others; every member may leave. The last owner can’t: 400 `last_owner`.
         */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List open invitations
         * @description For owners. Answers a bare array, newest first, without the secrets.
         */
        get: operations["listInvitations"];
        put?: never;
        /**
         * Invite a person
         * @description For owners. This answer is the only one that contains the secret. Where the service has a mail server, the link is also e-mailed to the address; that it fails, or that it is one e-mail too many, is only logged. It works once, for seven days.
         */
        post: operations["createInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/invitations/{invitation_uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an invitation
         * @description For owners. The link stops working.
         */
        delete: operations["revokeInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/password_reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve whether passwords can be reset
         * @description They can where the service has a mail server.
         */
        get: operations["getPasswordReset"];
        /**
         * Choose a new password with the token of a link
         * @description Ends all sessions of the user. Signing in takes the second factor as before. A token that was used, has expired, or is older than the password answers 400 `token_invalid`.
         */
        put: operations["resetPassword"];
        /**
         * Have a link to choose a new password e-mailed
         * @description The answer, and how long it takes, is the same whether or not there is a user with this address and a password. A mailbox gets 5 e-mails an hour; what is asked for beyond is not sent. The link works once, for 30 minutes.
         */
        post: operations["requestPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/hosts/{host}/rules/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay rules on recorded requests
         * @description Counts what these rules would have done with the requests recorded for the host, without changing anything. The body is that of `replaceHostRules`, with the days to replay. What rules ask for that isn’t recorded is named in `not_replayable`. A wrong list answers 400 `rules_invalid`.
         */
        post: operations["replayHostRules"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        Error: {
            /** @description A sentence that names the parameter and the value. */
            error: string;
            /** @description Machine-readable code; see the table of errors. */
            error_code: string;
        };
        Message: {
            /** @description A confirmation for people. */
            message: string;
        };
        Pagination: {
            /** @description The page returned. */
            page: number;
            /** @description Items in the whole collection. */
            count: number;
        };
        Redirect: {
            /**
             * Format: uuid
             * @description RFC 9562 UUID version 7, lower case.
             */
            readonly uuid: string;
            /**
             * @description Host on which requests arrive; stored in lower case, internationalised names as A-labels.
             * @example go.example.com
             */
            source_host: string;
            /**
             * @description `*` matches all paths; a trailing `*` matches a literal prefix; anything else matches exactly.
             * @default *
             * @example /docs*
             */
            match_path: string;
            /**
             * @description Where matching requests are sent.
             * @example https://www.example.com/welcome
             */
            destination_url: string;
            /**
             * @description `permanent` answers 301, `found` answers 302.
             * @default permanent
             * @enum {string}
             */
            redirect_type: "permanent" | "found";
            /**
             * @description Append the request path to the destination.
             * @default true
             */
            preserve_path: boolean;
            /**
             * @description Append the query parameters to the destination.
             * @default true
             */
            preserve_query_string: boolean;
            /**
             * @description When false, no traffic is redirected.
             * @default true
             */
            active: boolean;
            /**
             * @description Creation time. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            readonly created_at: string;
            /**
             * @description Time of last update. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            readonly updated_at: string;
            /**
             * Format: uuid
             * @description RFC 9562 UUID version 7, lower case.
             */
            readonly account_uuid: string;
            /**
             * @description What the redirect is for, in your own words. Private; searchable.
             * @default
             * @example Flyer, spring 2026
             */
            note: string;
            /** @description Whether it works for visitors; from the open findings that are not muted. */
            readonly verdict: {
                /**
                 * @description `broken` and `attention`: there is an open finding, critical or a warning. `setting_up`: it was never ready. `unknown`: nothing has checked it for 26 hours.
                 * @enum {string}
                 */
                state: "broken" | "attention" | "unknown" | "setting_up" | "healthy";
                /** @description The worst open finding; null: there is none. */
                finding_uuid: string | null;
                /** @description The cause of that finding, in one sentence. */
                cause: string | null;
            };
        };
        RedirectCreate: {
            /**
             * @description Host on which requests arrive; stored in lower case, internationalised names as A-labels.
             * @example go.example.com
             */
            source_host: string;
            /**
             * @description `*` matches all paths; a trailing `*` matches a literal prefix; anything else matches exactly.
             * @default *
             * @example /docs*
             */
            match_path?: string;
            /**
             * @description Where matching requests are sent.
             * @example https://www.example.com/welcome
             */
            destination_url: string;
            /**
             * @description `permanent` answers 301, `found` answers 302.
             * @default permanent
             * @enum {string}
             */
            redirect_type?: "permanent" | "found";
            /**
             * @description Append the request path to the destination.
             * @default true
             */
            preserve_path?: boolean;
            /**
             * @description Append the query parameters to the destination.
             * @default true
             */
            preserve_query_string?: boolean;
            /**
             * @description When false, no traffic is redirected.
             * @default true
             */
            active?: boolean;
            /**
             * @description What the redirect is for, in your own words. Private; searchable.
             * @default
             * @example Flyer, spring 2026
             */
            note?: string;
        };
        RedirectUpdate: {
            /**
             * @description Host on which requests arrive; stored in lower case, internationalised names as A-labels.
             * @example go.example.com
             */
            source_host?: string;
            /**
             * @description `*` matches all paths; a trailing `*` matches a literal prefix; anything else matches exactly.
             * @default *
             * @example /docs*
             */
            match_path?: string;
            /**
             * @description Where matching requests are sent.
             * @example https://www.example.com/welcome
             */
            destination_url?: string;
            /**
             * @description `permanent` answers 301, `found` answers 302.
             * @default permanent
             * @enum {string}
             */
            redirect_type?: "permanent" | "found";
            /**
             * @description Append the request path to the destination.
             * @default true
             */
            preserve_path?: boolean;
            /**
             * @description Append the query parameters to the destination.
             * @default true
             */
            preserve_query_string?: boolean;
            /**
             * @description When false, no traffic is redirected.
             * @default true
             */
            active?: boolean;
            /**
             * @description What the redirect is for, in your own words. Private; searchable.
             * @default
             * @example Flyer, spring 2026
             */
            note?: string;
        };
        Host: {
            /** @example go.example.com */
            host: string;
            /** @description The custom domain on the host, or the one that redirects to it as its `www.` host. */
            custom_domain_uuid: string | null;
            /** @description The redirect of the host. */
            redirect_uuid: string | null;
            /** @description How many rules the host has. */
            rules: number;
            /**
             * @description When the newest of these was last updated. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            updated_at: string;
            /** @description Whether it works for visitors; from the open findings that are not muted. */
            verdict: {
                /**
                 * @description `broken` and `attention`: there is an open finding, critical or a warning. `setting_up`: it was never ready. `unknown`: nothing has checked it for 26 hours.
                 * @enum {string}
                 */
                state: "broken" | "attention" | "unknown" | "setting_up" | "healthy";
                /** @description The worst open finding; null: there is none. */
                finding_uuid: string | null;
                /** @description The cause of that finding, in one sentence. */
                cause: string | null;
            };
        };
        Rule: {
            /** @description What reports call it; else `#` and its place from 1. */
            name?: string;
            /** @default true */
            active?: boolean;
            /** @description All that are given must hold; without any, the rule always does. */
            if?: {
                /**
                 * @description Exact, with `:placeholder` for a segment and a trailing `*` for the rest, which is `:splat`.
                 * @example /blog/:year/*
                 */
                path?: string;
                /**
                 * @description Any of these methods.
                 * @example [
                 *       "GET",
                 *       "HEAD"
                 *     ]
                 */
                methods?: string[];
                /**
                 * @description Parameters: `true` for any value, `:name` for any value as a placeholder, other text for this value.
                 * @example {
                 *       "ref": "mail",
                 *       "id": ":id",
                 *       "utm_source": true
                 *     }
                 */
                query?: {
                    [key: string]: string | true;
                };
                /**
                 * @description ISO 3166-1 alpha-2 codes.
                 * @example [
                 *       "DE",
                 *       "AT"
                 *     ]
                 */
                countries?: string[];
                /**
                 * @description The language that the client prefers; `de` includes `de-AT`.
                 * @example [
                 *       "de"
                 *     ]
                 */
                languages?: string[];
                /**
                 * @description `mobile`, `tablet`, `desktop`.
                 * @example [
                 *       "mobile"
                 *     ]
                 */
                devices?: string[];
                /**
                 * @description `any`, `none`, or classes (`ai`, `search`, `social`, `monitor`, `other`) and names.
                 * @example [
                 *       "ai"
                 *     ]
                 */
                bots?: ("any" | "none") | string[];
                /**
                 * @description Addresses, and networks in CIDR notation.
                 * @example [
                 *       "203.0.113.0/24"
                 *     ]
                 */
                addresses?: string[];
                /**
                 * Format: date-time
                 * @description From then on.
                 */
                starts_at?: string;
                /**
                 * Format: date-time
                 * @description Until then.
                 */
                ends_at?: string;
                /** @description Percent of visitors, each always in or out. */
                share?: number;
            };
            /** @description Exactly one of these. */
            then: {
                redirect?: {
                    /** @description An absolute URL, or a path on the same host; may have placeholders. */
                    to: string;
                    /** @default 301 */
                    status?: 301 | 302 | 303 | 307 | 308;
                    /**
                     * @description Pass the request’s query on.
                     * @default true
                     */
                    query?: boolean;
                };
                proxy?: {
                    /**
                     * Format: uuid
                     * @description An upstream of the account.
                     */
                    upstream_uuid: string;
                    /** @description Taken from the path’s beginning. */
                    strip_prefix?: string;
                    /** @description Put before the path then. */
                    prefix?: string;
                    /**
                     * @default upstream
                     * @enum {string}
                     */
                    host_header?: "upstream" | "original";
                };
                respond?: {
                    /** @default 200 */
                    status?: number;
                    /** @default text/plain; charset=utf-8 */
                    content_type?: string;
                    /**
                     * @description At most 64 KiB.
                     * @default
                     */
                    body?: string;
                };
                /** @description Answers 403. */
                block?: Record<string, never>;
                basic_auth?: {
                    realm: string;
                    users: {
                        name: string;
                        /** @description Never shown. Without it, the user of this name keeps the one before. */
                        password?: string;
                    }[];
                };
                /** @description Of one address; 429 above. */
                rate_limit?: {
                    requests: number;
                    seconds: number;
                };
                set_headers?: {
                    /** @description Values by field name; null removes a field. */
                    request?: {
                        [key: string]: string | null;
                    };
                    /** @description Values by field name; null removes a field. */
                    response?: {
                        [key: string]: string | null;
                    };
                };
                /** @description Ends the list. */
                pass?: Record<string, never>;
            };
        };
        Upstream: {
            /**
             * Format: uuid
             * @description RFC 9562 UUID version 7, lower case.
             */
            readonly uuid: string;
            /**
             * @description Where requests are sent, and what `Host` names there: a DNS name, also of one label, or an IP address (IPv6 without brackets). It must not lead to loopback, link-local, private or other special addresses unless the operator allows them.
             * @example app.example.net
             */
            host: string;
            /**
             * @description TCP port of the upstream.
             * @default 443
             */
            port: number;
            /**
             * @description Connect with TLS; the certificate must be valid for `host`. When false, in clear text.
             * @default true
             */
            tls: boolean;
            auth_token: string | null;
            /**
             * @description Answer 503 in place of the upstream, for all hosts that are proxied to it.
             * @default false
             */
            maintenance: boolean;
            /**
             * @description `Host` of proxied requests: `upstream` is `host`, `original` the host and port that the visitor asked for.
             * @default upstream
             * @enum {string}
             */
            host_header: "upstream" | "original";
            /**
             * @description DNS name that the TLS handshake asks for and the certificate must be valid for, in place of `host`. Empty: `host`.
             * @default
             * @example app.example.net
             */
            tls_server_name: string;
            /**
             * @description Certificates in PEM that connections to the upstream trust instead of the system’s authorities: of its authority, or its own. At most 20, and nothing else. Empty: the system’s authorities.
             * @default
             */
            tls_ca: string;
            /**
             * @description Client certificate in PEM that the upstream is shown when it asks for one, with the intermediates after it. Its key is in `tls_client_key`; while there is a certificate, there is a key. Empty: none.
             * @default
             */
            tls_client_certificate: string;
            readonly tls_client_certificate_expires_at: string | null;
            /**
             * @description Compress answers that the upstream sends uncompressed, with br or gzip, for clients that take it. Not for answers with a secret beside something that the client chose (BREACH).
             * @default false
             */
            compression: boolean;
            /**
             * @description Send the visitor’s place in `X-Geo-Country`, `X-Geo-Region` and `X-Geo-City`, each where it is known.
             * @default false
             */
            geo_fields: boolean;
            /**
             * @description Send a custom domain’s `external_id` and `metadata` in `X-Nameplate-External-Id` and `X-Nameplate-Metadata`.
             * @default false
             */
            metadata_fields: boolean;
            /**
             * @description Further places where the same application is reached, in order of preference: a request goes to `host` or, while no connection can be made, to the first of these that takes one.
             * @default []
             * @example [
             *       {
             *         "host": "b.example.net",
             *         "port": 443
             *       }
             *     ]
             */
            targets: {
                host: string;
                /** @default 443 */
                port?: number;
            }[];
            /**
             * @description A request that each target of the upstream is sent at an interval. One that fails it gets no requests while another target does not; null: none is sent.
             * @default null
             * @example {
             *       "path": "/health"
             *     }
             */
            health_check: {
                path: string;
                /** @default 10 */
                interval_seconds?: number;
                /** @default 5 */
                timeout_seconds?: number;
                /**
                 * @default [
                 *       200,
                 *       399
                 *     ]
                 */
                status?: number[];
                /** @default 2 */
                healthy_after?: number;
                /** @default 3 */
                unhealthy_after?: number;
            } | null;
            /**
             * @description Creation time. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            readonly created_at: string;
            /**
             * @description Time of last update. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            readonly updated_at: string;
        };
        UpstreamHealth: {
            /**
             * @description When the checks began. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            checked_at: string;
            /** @description The upstream’s own place, then its `targets`. */
            targets: {
                host: string;
                port: number;
                /** @description Whether it answered with a good status, in time. */
                healthy: boolean;
                /** @description Of its answer; null: there was none that could be read. */
                status: number | null;
                /**
                 * @description Why it is not healthy, such as `refused`, `tls` or `status_refused`; null: it is.
                 * @example refused
                 */
                failure: string | null;
                /**
                 * @description More about the failure, in words; may be empty.
                 * @example connect ECONNREFUSED 192.0.2.1:443
                 */
                detail: string;
                /** @description Until the answer or the failure, in seconds. */
                duration: number;
            }[];
        };
        UpstreamCreate: {
            /**
             * @description Where requests are sent, and what `Host` names there: a DNS name, also of one label, or an IP address (IPv6 without brackets). It must not lead to loopback, link-local, private or other special addresses unless the operator allows them.
             * @example app.example.net
             */
            host: string;
            /**
             * @description TCP port of the upstream.
             * @default 443
             */
            port?: number;
            /**
             * @description Connect with TLS; the certificate must be valid for `host`. When false, in clear text.
             * @default true
             */
            tls?: boolean;
            /** @description Sent to the upstream in `X-Nameplate-Auth-Token`, so that it can tell who asks. 256 random bits unless given; null is the same as leaving it out. */
            auth_token?: string;
            /**
             * @description Answer 503 in place of the upstream, for all hosts that are proxied to it.
             * @default false
             */
            maintenance?: boolean;
            /**
             * @description `Host` of proxied requests: `upstream` is `host`, `original` the host and port that the visitor asked for.
             * @default upstream
             * @enum {string}
             */
            host_header?: "upstream" | "original";
            /**
             * @description DNS name that the TLS handshake asks for and the certificate must be valid for, in place of `host`. Empty: `host`.
             * @default
             * @example app.example.net
             */
            tls_server_name?: string;
            /**
             * @description Certificates in PEM that connections to the upstream trust instead of the system’s authorities: of its authority, or its own. At most 20, and nothing else. Empty: the system’s authorities.
             * @default
             */
            tls_ca?: string;
            /**
             * @description Client certificate in PEM that the upstream is shown when it asks for one, with the intermediates after it. Its key is in `tls_client_key`; while there is a certificate, there is a key. Empty: none.
             * @default
             */
            tls_client_certificate?: string;
            /**
             * @description Private key of `tls_client_certificate` in PEM (PKCS #8, PKCS #1 or SEC 1), not encrypted. Kept encrypted, and never returned. Left out or empty, the key there is stays, which must be that of the certificate.
             * @default
             */
            tls_client_key?: string;
            /**
             * @description Compress answers that the upstream sends uncompressed, with br or gzip, for clients that take it. Not for answers with a secret beside something that the client chose (BREACH).
             * @default false
             */
            compression?: boolean;
            /**
             * @description Send the visitor’s place in `X-Geo-Country`, `X-Geo-Region` and `X-Geo-City`, each where it is known.
             * @default false
             */
            geo_fields?: boolean;
            /**
             * @description Send a custom domain’s `external_id` and `metadata` in `X-Nameplate-External-Id` and `X-Nameplate-Metadata`.
             * @default false
             */
            metadata_fields?: boolean;
            /**
             * @description Further places where the same application is reached, in order of preference: a request goes to `host` or, while no connection can be made, to the first of these that takes one.
             * @default []
             * @example [
             *       {
             *         "host": "b.example.net",
             *         "port": 443
             *       }
             *     ]
             */
            targets?: {
                host: string;
                /** @default 443 */
                port?: number;
            }[];
            /**
             * @description A request that each target of the upstream is sent at an interval. One that fails it gets no requests while another target does not; null: none is sent.
             * @default null
             * @example {
             *       "path": "/health"
             *     }
             */
            health_check?: {
                path: string;
                /** @default 10 */
                interval_seconds?: number;
                /** @default 5 */
                timeout_seconds?: number;
                /**
                 * @default [
                 *       200,
                 *       399
                 *     ]
                 */
                status?: number[];
                /** @default 2 */
                healthy_after?: number;
                /** @default 3 */
                unhealthy_after?: number;
            } | null;
        };
        UpstreamUpdate: {
            /**
             * @description Where requests are sent, and what `Host` names there: a DNS name, also of one label, or an IP address (IPv6 without brackets). It must not lead to loopback, link-local, private or other special addresses unless the operator allows them.
             * @example app.example.net
             */
            host?: string;
            /**
             * @description TCP port of the upstream.
             * @default 443
             */
            port?: number;
            /**
             * @description Connect with TLS; the certificate must be valid for `host`. When false, in clear text.
             * @default true
             */
            tls?: boolean;
            /** @description Sent to the upstream in `X-Nameplate-Auth-Token`, so that it can tell who asks. 256 random bits unless given; null is the same as leaving it out. */
            auth_token?: string;
            /**
             * @description Answer 503 in place of the upstream, for all hosts that are proxied to it.
             * @default false
             */
            maintenance?: boolean;
            /**
             * @description `Host` of proxied requests: `upstream` is `host`, `original` the host and port that the visitor asked for.
             * @default upstream
             * @enum {string}
             */
            host_header?: "upstream" | "original";
            /**
             * @description DNS name that the TLS handshake asks for and the certificate must be valid for, in place of `host`. Empty: `host`.
             * @default
             * @example app.example.net
             */
            tls_server_name?: string;
            /**
             * @description Certificates in PEM that connections to the upstream trust instead of the system’s authorities: of its authority, or its own. At most 20, and nothing else. Empty: the system’s authorities.
             * @default
             */
            tls_ca?: string;
            /**
             * @description Client certificate in PEM that the upstream is shown when it asks for one, with the intermediates after it. Its key is in `tls_client_key`; while there is a certificate, there is a key. Empty: none.
             * @default
             */
            tls_client_certificate?: string;
            /**
             * @description Private key of `tls_client_certificate` in PEM (PKCS #8, PKCS #1 or SEC 1), not encrypted. Kept encrypted, and never returned. Left out or empty, the key there is stays, which must be that of the certificate.
             * @default
             */
            tls_client_key?: string;
            /**
             * @description Compress answers that the upstream sends uncompressed, with br or gzip, for clients that take it. Not for answers with a secret beside something that the client chose (BREACH).
             * @default false
             */
            compression?: boolean;
            /**
             * @description Send the visitor’s place in `X-Geo-Country`, `X-Geo-Region` and `X-Geo-City`, each where it is known.
             * @default false
             */
            geo_fields?: boolean;
            /**
             * @description Send a custom domain’s `external_id` and `metadata` in `X-Nameplate-External-Id` and `X-Nameplate-Metadata`.
             * @default false
             */
            metadata_fields?: boolean;
            /**
             * @description Further places where the same application is reached, in order of preference: a request goes to `host` or, while no connection can be made, to the first of these that takes one.
             * @default []
             * @example [
             *       {
             *         "host": "b.example.net",
             *         "port": 443
             *       }
             *     ]
             */
            targets?: {
                host: string;
                /** @default 443 */
                port?: number;
            }[];
            /**
             * @description A request that each target of the upstream is sent at an interval. One that fails it gets no requests while another target does not; null: none is sent.
             * @default null
             * @example {
             *       "path": "/health"
             *     }
             */
            health_check?: {
                path: string;
                /** @default 10 */
                interval_seconds?: number;
                /** @default 5 */
                timeout_seconds?: number;
                /**
                 * @default [
                 *       200,
                 *       399
                 *     ]
                 */
                status?: number[];
                /** @default 2 */
                healthy_after?: number;
                /** @default 3 */
                unhealthy_after?: number;
            } | null;
        };
        CustomDomain: {
            /**
             * Format: uuid
             * @description RFC 9562 UUID version 7, lower case.
             */
            readonly uuid: string;
            /**
             * Format: uuid
             * @description RFC 9562 UUID version 7, lower case.
             */
            readonly upstream_uuid: string;
            /**
             * @description Host that visitors ask for; stored in lower case, internationalised names as A-labels. `*.example.com` is every host with one label before `example.com` that has nothing of its own. One custom domain each, and none on hosts of other accounts.
             * @example shop.example.com
             * @example *.example.com
             */
            host: string;
            /**
             * @description Whether the DNS records lead to the edge, as of the last check.
             * @enum {string}
             */
            readonly status: "pending_check" | "dns_records_found" | "dns_records_not_found";
            /** @description Whether the account has the host. `required` and `pending`: another account had it until recently, or has a wildcard above or a host below it, so it is not served before the TXT record is found. */
            readonly ownership: {
                /** @description `verified`: the account has the host. `required`: the record is needed, and was not there at the last check. `pending`: it was not looked for yet. */
                status: "verified" | "required" | "pending";
                /** @description The TXT record that proves the ownership; null when it is verified. */
                record: components["schemas"]["DnsRecord"] | null;
            };
            /** @description Whether visitors may be led here: the ownership is verified, the records that the certificate needs are found, and there is a certificate for every host. As of the last check, or the last change of a certificate. */
            readonly ready: boolean;
            readonly ready_at: string | null;
            /**
             * @description How a certificate authority checks who has the host: `http01` over the connections that lead here, `dns01` by a record that its owner leads to this service once, so that there is a certificate before any visitor comes.
             * @default http01
             * @enum {string}
             */
            challenge_type: "http01" | "dns01";
            /**
             * @description Redirect visitors to `www.` and the host, which is then served like this one.
             * @default false
             */
            redirect_to_www: boolean;
            /**
             * @description `inject` adds the tracker to HTML pages, `manual` only serves it, `off` does neither.
             * @default inject
             * @enum {string}
             */
            web_analytics: "inject" | "manual" | "off";
            /**
             * @description How many seconds browsers should use HTTPS only (`Strict-Transport-Security`); 0 sends no such field.
             * @default 0
             * @example 31536000
             */
            hsts_max_age: number;
            /**
             * @description IANA name of the time zone of its days, for clients to send as `timezone` of queries; the API does not use it itself.
             * @default UTC
             * @example Europe/Berlin
             */
            time_zone: string;
            /**
             * @description What AI crawlers get: `allow` the site, `block` a 403, `payment_required` a 402. Crawlers are known by their user agent.
             * @default allow
             * @enum {string}
             */
            ai_crawlers: "allow" | "block" | "payment_required";
            /**
             * @description Ask AI crawlers in `/robots.txt` to stay away. Its other rules are kept.
             * @default false
             */
            ai_crawlers_robots_txt: boolean;
            /**
             * @description Answer 503 in place of the upstream, which gets no requests of this host.
             * @default false
             */
            maintenance: boolean;
            /**
             * @description What the domain, or the customer that it is of, is called in your own program. Several domains may have the same.
             * @default
             * @example customer-4711
             */
            external_id: string;
            /**
             * @description Your own key–value data; a new value replaces the whole object. In forms, JSON text.
             * @default {}
             * @example {
             *       "plan": "pro"
             *     }
             */
            metadata: {
                [key: string]: string;
            };
            /** @description Whether the host has a certificate that is valid now. */
            readonly tls_certificate_issued: boolean;
            /** @description The certificate of the host, or why there is none; null when neither is known. */
            readonly certificate: {
                /** @description As RFC 4514 writes names. */
                issuer: string | null;
                expires_at: string | null;
                /** @description Why the last attempt to get an automatic one failed. */
                last_error: string | null;
            } | null;
            /** @description The records to create; empty when the operator has not said where the edge is. */
            readonly dns_records: components["schemas"]["DnsRecord"][];
            readonly last_dns_check_at: string | null;
            /** @description The result of the last check of the DNS records. */
            readonly dns_check: {
                /**
                 * @description Time of the check. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
                 * @example 2026-05-04T09:30:00.000+00:00
                 */
                checked_at: string;
                /** @description The records that were there. */
                found: components["schemas"]["DnsRecord"][];
                /** @description What is wrong with them and how to fix it, a sentence each. */
                problems: string[];
            } | null;
            /**
             * @description Creation time. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            readonly created_at: string;
            /**
             * @description Time of last update by its owner; checks do not change it. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            readonly updated_at: string;
            /** @description Whether it works for visitors, and the worst open finding if not. `updated_at` does not change with it. */
            readonly verdict: {
                /**
                 * @description `broken` and `attention`: there is an open finding, critical or a warning. `setting_up`: it was never ready. `unknown`: nothing has checked it for 26 hours.
                 * @enum {string}
                 */
                state: "broken" | "attention" | "unknown" | "setting_up" | "healthy";
                /** @description The worst open finding; null: there is none. */
                finding_uuid: string | null;
                /** @description The cause of that finding, in one sentence. */
                cause: string | null;
            };
            /** @description Whether requests for the host arrive here: `direct`, `proxied` (through a server of its owner), `no`; null when that is not known. */
            readonly reachable: ("direct" | "proxied" | "no") | null;
            /** @description Whether the next renewal of its automatic certificate will succeed; null while there is no such certificate. */
            readonly renewal: components["schemas"]["Renewal"] | null;
        };
        DnsRecord: {
            /**
             * @description `CNAME`, `A`, `AAAA`; `ALIAS` for what providers call ALIAS, ANAME or CNAME flattening.
             * @example CNAME
             */
            type: string;
            /** @example shop.example.com */
            name: string;
            /** @example edge.example.net */
            value: string;
        };
        CustomDomainCreate: {
            /**
             * @description Host that visitors ask for; stored in lower case, internationalised names as A-labels. `*.example.com` is every host with one label before `example.com` that has nothing of its own. One custom domain each, and none on hosts of other accounts.
             * @example shop.example.com
             * @example *.example.com
             */
            host: string;
            /**
             * @description How a certificate authority checks who has the host: `http01` over the connections that lead here, `dns01` by a record that its owner leads to this service once, so that there is a certificate before any visitor comes.
             * @default http01
             * @enum {string}
             */
            challenge_type?: "http01" | "dns01";
            /**
             * @description Redirect visitors to `www.` and the host, which is then served like this one.
             * @default false
             */
            redirect_to_www?: boolean;
            /**
             * @description `inject` adds the tracker to HTML pages, `manual` only serves it, `off` does neither.
             * @default inject
             * @enum {string}
             */
            web_analytics?: "inject" | "manual" | "off";
            /**
             * @description How many seconds browsers should use HTTPS only (`Strict-Transport-Security`); 0 sends no such field.
             * @default 0
             * @example 31536000
             */
            hsts_max_age?: number;
            /**
             * @description IANA name of the time zone of its days, for clients to send as `timezone` of queries; the API does not use it itself.
             * @default UTC
             * @example Europe/Berlin
             */
            time_zone?: string;
            /**
             * @description What AI crawlers get: `allow` the site, `block` a 403, `payment_required` a 402. Crawlers are known by their user agent.
             * @default allow
             * @enum {string}
             */
            ai_crawlers?: "allow" | "block" | "payment_required";
            /**
             * @description Ask AI crawlers in `/robots.txt` to stay away. Its other rules are kept.
             * @default false
             */
            ai_crawlers_robots_txt?: boolean;
            /**
             * @description Answer 503 in place of the upstream, which gets no requests of this host.
             * @default false
             */
            maintenance?: boolean;
            /**
             * @description What the domain, or the customer that it is of, is called in your own program. Several domains may have the same.
             * @default
             * @example customer-4711
             */
            external_id?: string;
            /**
             * @description Your own key–value data; a new value replaces the whole object. In forms, JSON text.
             * @default {}
             * @example {
             *       "plan": "pro"
             *     }
             */
            metadata?: {
                [key: string]: string;
            };
        };
        CustomDomainUpdate: {
            /**
             * @description Host that visitors ask for; stored in lower case, internationalised names as A-labels. `*.example.com` is every host with one label before `example.com` that has nothing of its own. One custom domain each, and none on hosts of other accounts.
             * @example shop.example.com
             * @example *.example.com
             */
            host?: string;
            /**
             * @description How a certificate authority checks who has the host: `http01` over the connections that lead here, `dns01` by a record that its owner leads to this service once, so that there is a certificate before any visitor comes.
             * @default http01
             * @enum {string}
             */
            challenge_type?: "http01" | "dns01";
            /**
             * @description Redirect visitors to `www.` and the host, which is then served like this one.
             * @default false
             */
            redirect_to_www?: boolean;
            /**
             * @description `inject` adds the tracker to HTML pages, `manual` only serves it, `off` does neither.
             * @default inject
             * @enum {string}
             */
            web_analytics?: "inject" | "manual" | "off";
            /**
             * @description How many seconds browsers should use HTTPS only (`Strict-Transport-Security`); 0 sends no such field.
             * @default 0
             * @example 31536000
             */
            hsts_max_age?: number;
            /**
             * @description IANA name of the time zone of its days, for clients to send as `timezone` of queries; the API does not use it itself.
             * @default UTC
             * @example Europe/Berlin
             */
            time_zone?: string;
            /**
             * @description What AI crawlers get: `allow` the site, `block` a 403, `payment_required` a 402. Crawlers are known by their user agent.
             * @default allow
             * @enum {string}
             */
            ai_crawlers?: "allow" | "block" | "payment_required";
            /**
             * @description Ask AI crawlers in `/robots.txt` to stay away. Its other rules are kept.
             * @default false
             */
            ai_crawlers_robots_txt?: boolean;
            /**
             * @description Answer 503 in place of the upstream, which gets no requests of this host.
             * @default false
             */
            maintenance?: boolean;
            /**
             * @description What the domain, or the customer that it is of, is called in your own program. Several domains may have the same.
             * @default
             * @example customer-4711
             */
            external_id?: string;
            /**
             * @description Your own key–value data; a new value replaces the whole object. In forms, JSON text.
             * @default {}
             * @example {
             *       "plan": "pro"
             *     }
             */
            metadata?: {
                [key: string]: string;
            };
        };
        Finding: {
            /**
             * Format: uuid
             * @description RFC 9562 UUID version 7, lower case.
             */
            uuid: string;
            /**
             * @description What was found.
             * @enum {string}
             */
            kind: "dns_lost" | "dns_wrong" | "caa_forbids" | "certificate_failed" | "certificate_expiring" | "renewal_will_fail" | "upstream_down" | "upstream_errors" | "upstream_slow" | "traffic_drop" | "traffic_spike" | "not_found_surge" | "loop" | "handshakes_fail" | "destination_broken" | "webhook_failing" | "client_certificate_expiring" | "ask_failing" | "data_old" | "spool_behind" | "disk_low";
            /**
             * @description How bad it is; of its kind.
             * @enum {string}
             */
            severity: "critical" | "warning" | "notice";
            /**
             * @description `muted`: still there, and not told until `muted_until`.
             * @enum {string}
             */
            state: "open" | "resolved" | "muted";
            /** @description What it is about. */
            subject: {
                /** @enum {string} */
                type: "custom_domain" | "redirect" | "host" | "upstream" | "webhook_endpoint" | "installation";
                /** @description Null of a host that has rules only, and of the installation. */
                uuid: string | null;
                /** @description Null where there is none. */
                host: string | null;
            };
            /** @description What is wrong, in one sentence. */
            summary: string;
            /** @description Why, in one sentence. */
            cause: string;
            /**
             * @description The cause, from a closed list of each kind.
             * @example records_missing
             */
            cause_code: string;
            /** @description What to do about it, in one sentence. */
            fix: string;
            /** @description What the check saw. `hosts`: the domains that it stands for. */
            evidence: {
                [key: string]: unknown;
            };
            /**
             * @description When it was found. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            opened_at: string;
            /**
             * @description When a check saw it last; written at most every 10 minutes. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            last_seen_at: string;
            /** @description Null: it is not over. */
            resolved_at: string | null;
            /** @description Null: it is not muted. */
            muted_until: string | null;
        };
        WebhookEndpoint: {
            /**
             * Format: uuid
             * @description RFC 9562 UUID version 7, lower case.
             */
            readonly uuid: string;
            /**
             * @description Where events are sent. It must not lead to loopback, link-local, private or other special addresses unless the operator allows them; `http` is for addresses that the operator allows.
             * @example https://app.example.com/webhooks
             */
            url: string;
            /**
             * @description The types of events that it gets; an empty list: all of them, also those that later versions add. In forms, separated by commas.
             * @default []
             * @example [
             *       "custom_domain.ready",
             *       "certificate.failed"
             *     ]
             */
            events: ("custom_domain.created" | "custom_domain.updated" | "custom_domain.deleted" | "custom_domain.ready" | "custom_domain.dns_found" | "custom_domain.dns_lost" | "custom_domain.ownership_verified" | "certificate.issued" | "certificate.renewed" | "certificate.failed" | "certificate.expiring" | "redirect.created" | "redirect.updated" | "redirect.deleted" | "rules.replaced" | "usage.closed" | "finding.opened" | "finding.resolved")[];
            /**
             * @description A note for people.
             * @default
             */
            description: string;
            /**
             * @description Whether it gets events. Those of the time in which it is inactive are not sent later; true enables an endpoint again that was disabled.
             * @default true
             */
            active: boolean;
            readonly disabled_at: string | null;
            /** @description Why the service disabled it; empty: it did not. */
            readonly disabled_reason: string;
            readonly previous_secret_expires_at: string | null;
            /**
             * @description Creation time. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            readonly created_at: string;
            /**
             * @description Time of last update. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            readonly updated_at: string;
        };
        WebhookEndpointWithSecret: {
            /**
             * Format: uuid
             * @description RFC 9562 UUID version 7, lower case.
             */
            readonly uuid: string;
            /**
             * @description Where events are sent. It must not lead to loopback, link-local, private or other special addresses unless the operator allows them; `http` is for addresses that the operator allows.
             * @example https://app.example.com/webhooks
             */
            url: string;
            /**
             * @description The types of events that it gets; an empty list: all of them, also those that later versions add. In forms, separated by commas.
             * @default []
             * @example [
             *       "custom_domain.ready",
             *       "certificate.failed"
             *     ]
             */
            events: ("custom_domain.created" | "custom_domain.updated" | "custom_domain.deleted" | "custom_domain.ready" | "custom_domain.dns_found" | "custom_domain.dns_lost" | "custom_domain.ownership_verified" | "certificate.issued" | "certificate.renewed" | "certificate.failed" | "certificate.expiring" | "redirect.created" | "redirect.updated" | "redirect.deleted" | "rules.replaced" | "usage.closed" | "finding.opened" | "finding.resolved")[];
            /**
             * @description A note for people.
             * @default
             */
            description: string;
            /**
             * @description Whether it gets events. Those of the time in which it is inactive are not sent later; true enables an endpoint again that was disabled.
             * @default true
             */
            active: boolean;
            readonly disabled_at: string | null;
            /** @description Why the service disabled it; empty: it did not. */
            readonly disabled_reason: string;
            readonly previous_secret_expires_at: string | null;
            /**
             * @description Creation time. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            readonly created_at: string;
            /**
             * @description Time of last update. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            readonly updated_at: string;
            /**
             * @description What deliveries are signed with. Only this answer has it.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=
             */
            secret: string;
        };
        WebhookEndpointCreate: {
            /**
             * @description Where events are sent. It must not lead to loopback, link-local, private or other special addresses unless the operator allows them; `http` is for addresses that the operator allows.
             * @example https://app.example.com/webhooks
             */
            url: string;
            /**
             * @description The types of events that it gets; an empty list: all of them, also those that later versions add. In forms, separated by commas.
             * @default []
             * @example [
             *       "custom_domain.ready",
             *       "certificate.failed"
             *     ]
             */
            events?: ("custom_domain.created" | "custom_domain.updated" | "custom_domain.deleted" | "custom_domain.ready" | "custom_domain.dns_found" | "custom_domain.dns_lost" | "custom_domain.ownership_verified" | "certificate.issued" | "certificate.renewed" | "certificate.failed" | "certificate.expiring" | "redirect.created" | "redirect.updated" | "redirect.deleted" | "rules.replaced" | "usage.closed" | "finding.opened" | "finding.resolved")[];
            /**
             * @description A note for people.
             * @default
             */
            description?: string;
            /**
             * @description Whether it gets events. Those of the time in which it is inactive are not sent later; true enables an endpoint again that was disabled.
             * @default true
             */
            active?: boolean;
        };
        WebhookEndpointUpdate: {
            /**
             * @description Where events are sent. It must not lead to loopback, link-local, private or other special addresses unless the operator allows them; `http` is for addresses that the operator allows.
             * @example https://app.example.com/webhooks
             */
            url?: string;
            /**
             * @description The types of events that it gets; an empty list: all of them, also those that later versions add. In forms, separated by commas.
             * @default []
             * @example [
             *       "custom_domain.ready",
             *       "certificate.failed"
             *     ]
             */
            events?: ("custom_domain.created" | "custom_domain.updated" | "custom_domain.deleted" | "custom_domain.ready" | "custom_domain.dns_found" | "custom_domain.dns_lost" | "custom_domain.ownership_verified" | "certificate.issued" | "certificate.renewed" | "certificate.failed" | "certificate.expiring" | "redirect.created" | "redirect.updated" | "redirect.deleted" | "rules.replaced" | "usage.closed" | "finding.opened" | "finding.resolved")[];
            /**
             * @description A note for people.
             * @default
             */
            description?: string;
            /**
             * @description Whether it gets events. Those of the time in which it is inactive are not sent later; true enables an endpoint again that was disabled.
             * @default true
             */
            active?: boolean;
        };
        WebhookDelivery: {
            /**
             * Format: uuid
             * @description Also sent as `webhook-id`.
             */
            uuid: string;
            /**
             * @description The type of the event.
             * @enum {string}
             */
            type: "custom_domain.created" | "custom_domain.updated" | "custom_domain.deleted" | "custom_domain.ready" | "custom_domain.dns_found" | "custom_domain.dns_lost" | "custom_domain.ownership_verified" | "certificate.issued" | "certificate.renewed" | "certificate.failed" | "certificate.expiring" | "redirect.created" | "redirect.updated" | "redirect.deleted" | "rules.replaced" | "usage.closed" | "finding.opened" | "finding.resolved" | "webhook_endpoint.test";
            /** @description What its events arrive in order for: a uuid, or a host. */
            resource: string;
            /**
             * @description `pending`: not delivered yet; `delivered`; `failed`: given up; `canceled`: the endpoint became inactive, or the account’s limit on what waits was reached.
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed" | "canceled";
            /** @description How often it was sent; of many attempts the last 20. */
            attempts_made: number;
            /** @description Status of the last answer; null: there was none. */
            response_status: number | null;
            /** @description What went wrong the last time; null: nothing, or it was not sent yet. */
            error: string | null;
            /** @description When it is sent next; null: at once, after an earlier delivery, or never. */
            next_attempt_at: string | null;
            /**
             * @description Time of the event. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            created_at: string;
            /** @description When it was delivered, given up or canceled. */
            finished_at: string | null;
            /** @description What is sent. */
            body: {
                [key: string]: unknown;
            };
            /** @description The last 20 attempts, oldest first. */
            attempts: {
                /**
                 * @description When it was sent. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
                 * @example 2026-05-04T09:30:00.000+00:00
                 */
                at: string;
                /** @description How long the exchange took. */
                duration_ms: number;
                /** @description Null: there was no answer. */
                response_status: number | null;
                /** @description What went wrong; null: nothing. */
                error: string | null;
                /** @description The beginning of the answer’s body, as text on one line. */
                response: string;
            }[];
        };
        WebhookDeliverySummary: {
            /**
             * Format: uuid
             * @description Also sent as `webhook-id`.
             */
            uuid: string;
            /**
             * @description The type of the event.
             * @enum {string}
             */
            type: "custom_domain.created" | "custom_domain.updated" | "custom_domain.deleted" | "custom_domain.ready" | "custom_domain.dns_found" | "custom_domain.dns_lost" | "custom_domain.ownership_verified" | "certificate.issued" | "certificate.renewed" | "certificate.failed" | "certificate.expiring" | "redirect.created" | "redirect.updated" | "redirect.deleted" | "rules.replaced" | "usage.closed" | "finding.opened" | "finding.resolved" | "webhook_endpoint.test";
            /** @description What its events arrive in order for: a uuid, or a host. */
            resource: string;
            /**
             * @description `pending`: not delivered yet; `delivered`; `failed`: given up; `canceled`: the endpoint became inactive, or the account’s limit on what waits was reached.
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed" | "canceled";
            /** @description How often it was sent; of many attempts the last 20. */
            attempts_made: number;
            /** @description Status of the last answer; null: there was none. */
            response_status: number | null;
            /** @description What went wrong the last time; null: nothing, or it was not sent yet. */
            error: string | null;
            /** @description When it is sent next; null: at once, after an earlier delivery, or never. */
            next_attempt_at: string | null;
            /**
             * @description Time of the event. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            created_at: string;
            /** @description When it was delivered, given up or canceled. */
            finished_at: string | null;
        };
        ConnectLink: {
            /**
             * Format: uuid
             * @description RFC 9562 UUID version 7, lower case.
             */
            uuid: string;
            /**
             * @description What the link opens: `connect`, the page with DNS records, checks and statistics, or `statistics` alone. Default: `connect`.
             * @enum {string}
             */
            kind: "connect" | "statistics";
            /** @description Origins whose pages may show the page of statistics in a frame. Default: none. */
            embed_origins: string[];
            /**
             * @description When the link stops working. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            expires_at: string;
            /**
             * @description Creation time. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            created_at: string;
        };
        CreatedConnectLink: {
            /**
             * Format: uuid
             * @description RFC 9562 UUID version 7, lower case.
             */
            uuid: string;
            /**
             * @description What the link opens: `connect`, the page with DNS records, checks and statistics, or `statistics` alone. Default: `connect`.
             * @enum {string}
             */
            kind: "connect" | "statistics";
            /** @description Origins whose pages may show the page of statistics in a frame. Default: none. */
            embed_origins: string[];
            /**
             * @description When the link stops working. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            expires_at: string;
            /**
             * @description Creation time. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            created_at: string;
            /** @description The address to give to the customer, in no other answer: whoever has it sees the page. */
            url: string;
        };
        ConnectLinkCreate: {
            /**
             * @description When the link stops working, at most 366 days ahead. Default: 30 days ahead. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            expires_at?: string;
            /**
             * @description What the link opens: `connect`, the page with DNS records, checks and statistics, or `statistics` alone. Default: `connect`.
             * @enum {string}
             */
            kind?: "connect" | "statistics";
            /** @description Origins whose pages may show the page of statistics in a frame. Default: none. */
            embed_origins?: string[];
            /**
             * @description Sends the records and the address to this e-mail address, of a link of the kind `connect`. It is not stored.
             * @example owner@example.com
             */
            email?: string;
        };
        Brand: {
            name: string | null;
            color: string | null;
            logo: string | null;
        };
        BrandUpdate: {
            name?: string | null;
            color?: string | null;
            logo?: string | null;
        };
        CustomCertificate: {
            /**
             * Format: uuid
             * @description RFC 9562 UUID version 7, lower case.
             */
            readonly uuid: string;
            /**
             * @description Expiration time. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            readonly expires_at: string;
            /**
             * @description Time before which the certificate is not valid. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            readonly not_before: string;
            /** @description SHA-256 of the DER, in upper-case hexadecimal pairs with colons. */
            readonly fingerprint: string;
            /**
             * @description As RFC 4514 writes names.
             * @example CN=R11,O=Let's Encrypt,C=US
             */
            readonly issuer: string;
            /** @description SHA-1 of the SubjectPublicKeyInfo, in lower-case hexadecimal. */
            readonly public_key_sha: string;
            /**
             * @description The DNS names among the subject alternative names, in their order.
             * @example [
             *       "example.com",
             *       "*.example.com"
             *     ]
             */
            readonly sans: string[];
            /** @description Upper-case hexadecimal. */
            readonly serial_number: string;
            /**
             * @description As OpenSSL names it.
             * @example ecdsa-with-SHA256
             */
            readonly signature_algorithm: string;
            /**
             * @description As RFC 4514 writes names.
             * @example CN=example.com
             */
            readonly subject: string;
            /**
             * @description Time of the upload. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            readonly created_at: string;
        };
        CustomCertificateCreate: {
            /** @description The certificate in PEM with the intermediates that lead to its root, 20 in all at most, in any order. Roots and what does not belong to the chain are left out. */
            certificate: string;
            /** @description Its private key in PEM (PKCS #8, PKCS #1 or SEC 1), not encrypted. Kept encrypted, and never returned. */
            private_key: string;
        };
        Renewal: {
            /**
             * @description When the certificate is renewed. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            due_at: string;
            /**
             * @description What the last rehearsal found; `unknown` before the first, and where something gave no answer.
             * @enum {string}
             */
            state: "ok" | "will_fail" | "unknown";
            /** @description Why it will fail or why that isn’t known, in a sentence with the fix. */
            reason: string | null;
            /** @description The same as a code. */
            cause_code: string | null;
            checked_at: string | null;
        };
        AutomaticCertificate: {
            /** @example shop.example.com */
            host: string;
            /**
             * @description `valid`: it is good. `expired`: it has ended. `failing`: the last attempt failed; an earlier certificate is served until `expires_at`. `waiting`: there is none yet, and an order is due. `missing`: there is none and none is due, as long as the DNS records of the host don’t lead here.
             * @enum {string}
             */
            state: "expired" | "failing" | "valid" | "waiting" | "missing";
            /** @description Who issued the certificate (RFC 4514); null while there is none. */
            issuer: string | null;
            expires_at: string | null;
            /** @description Why the last attempt failed; null after one that didn’t. */
            last_error: string | null;
            next_attempt_at: string | null;
            /** @description Host of the directory of the authority that issued it. */
            authority: string | null;
            /** @description Its next renewal; null while there is no certificate. */
            renewal: components["schemas"]["Renewal"] | null;
        };
        ErrorPage: {
            /**
             * @description The status that the page is for; the page for 502 also goes with 504.
             * @enum {integer}
             */
            status: 404 | 502 | 503;
            /** @description Of the page, in UTF-8. */
            size_bytes: number;
            /**
             * @description The page, at most 65536 bytes in UTF-8.
             * @example <!doctype html><title>Back soon</title><h1>We are back in a minute</h1>
             */
            html: string;
            /**
             * @description Creation time. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            created_at: string;
            /**
             * @description Time of last update. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            updated_at: string;
        };
        ErrorPageSummary: {
            /**
             * @description The status that the page is for; the page for 502 also goes with 504.
             * @enum {integer}
             */
            status: 404 | 502 | 503;
            /** @description Of the page, in UTF-8. */
            size_bytes: number;
            /**
             * @description Creation time. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            created_at: string;
            /**
             * @description Time of last update. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            updated_at: string;
        };
        ErrorPageSet: {
            /**
             * @description The page, at most 65536 bytes in UTF-8.
             * @example <!doctype html><title>Back soon</title><h1>We are back in a minute</h1>
             */
            html: string;
        };
        ListedRequest: {
            /**
             * @description The same whenever the request is listed.
             * @example 09f911029d74e35b
             */
            id: string;
            /**
             * @description First byte of the request. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            time: string;
            /** @description Host that was asked; null for requests recorded before hosts were. */
            host: string | null;
            /** @example GET */
            method: string;
            /**
             * @description Without the query.
             * @example /shop
             */
            path: string;
            /** @example 301 */
            status: number;
            /** @description Start line, fields and body of the request. */
            bytes_in: number;
            /** @description Start line, fields and body of the response. */
            bytes_out: number;
            /** @description Seconds, first byte of the request to last byte of the response. */
            duration: number;
            /** @description Seconds to the head of the upstream’s answer; null without an upstream. */
            upstream_time: number | null;
            /** @description `HTTP/1.1`, `HTTP/2`. */
            protocol: string | null;
            /** @description `TLSv1.3`; null in clear text. */
            tls_version: string | null;
            /** @description ISO 3166-1 alpha-2. */
            country: string | null;
            /** @description What brought the visitor: a search engine, a host, `Direct`. */
            source: string | null;
            /** @description Name of the browser. */
            browser: string | null;
            /** @description Name of the operating system. */
            os: string | null;
            /** @description `mobile`, `tablet`, `desktop`. */
            device: string | null;
            /** @description Name of the crawler. */
            bot: string | null;
            /** @description `ai`, `search`, `social`, `monitor`, `other`. */
            bot_class: string | null;
            /** @description Name of the hosting provider of the client. */
            datacenter: string | null;
            /** @description Name of the rule that answered, or `#` and its place. */
            rule: string | null;
            /** @description Location of the answer, without its query. */
            target: string | null;
            /** @description Why the client did not get what the host has for it. */
            failure: string | null;
            /** @description What its answer had in `X-Request-Id`; null for requests recorded before ids were. */
            request_id: string | null;
        };
        TrafficHour: {
            /**
             * @description Its beginning. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            hour: string;
            /** @description Requests that began in it, those of crawlers left out. */
            requests: number;
            /** @description Median of the hours it is compared with; null when fewer than two count. */
            expected: number | null;
            /**
             * @description `none` where nothing is expected, and while the hour isn’t over.
             * @enum {string}
             */
            state: "low" | "high" | "usual" | "none";
        };
        Usage: {
            /**
             * @description UTC calendar month.
             * @example 2026-11
             */
            month: string;
            /**
             * Format: uuid
             * @description The custom domain, which may be deleted by now.
             */
            custom_domain_uuid: string;
            /**
             * @description Its host, as of closing or deletion.
             * @example shop.example.com
             */
            host: string;
            /**
             * @description Its external id, as of closing or deletion.
             * @example customer-4711
             */
            external_id: string;
            /** @description Requests that the edge answered. */
            requests: number;
            /** @description Bytes of these requests: start line, fields and body. */
            bytes_in: number;
            /** @description Bytes of the responses. */
            bytes_out: number;
            /** @description Distinct visitors of the month. */
            visitors: number;
            /** @description Whether the month is closed: the figures never change again. */
            closed: boolean;
        };
        ExternalIdUsage: {
            /**
             * @description UTC calendar month.
             * @example 2026-11
             */
            month: string;
            /**
             * @description Empty for the custom domains without one.
             * @example customer-4711
             */
            external_id: string;
            /** @description Custom domains that had it. */
            custom_domains: number;
            /** @description Requests that the edge answered. */
            requests: number;
            /** @description Bytes of these requests: start line, fields and body. */
            bytes_in: number;
            /** @description Bytes of the responses. */
            bytes_out: number;
            /** @description The visitors of each of these custom domains, added up. */
            visitors: number;
            /** @description Whether the month is closed: the figures never change again. */
            closed: boolean;
        };
        Limit: {
            /**
             * @description What is limited.
             * @enum {string}
             */
            name: "rules" | "hosts" | "unproven_hosts" | "access_tokens" | "requests_per_minute" | "webhook_bytes" | "idempotency_bytes" | "event_names" | "property_keys";
            /** @description How much of it the account uses now; of limits per custom domain, that of the highest. */
            used: number;
            /**
             * @description How much it may use; null: as much as it likes.
             * @example 100000
             */
            allowed: number | null;
        };
        Goal: {
            /**
             * Format: uuid
             * @description RFC 9562 UUID version 7, lower case.
             */
            readonly uuid: string;
            /**
             * @description What reports call the goal. Default: the event name, or `Visit` and the path.
             * @example Sign-up
             */
            display_name: string;
            event_name: string | null;
            page_path: string | null;
            /**
             * @description Creation time. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            readonly created_at: string;
        };
        GoalCreate: {
            /**
             * @description What reports call the goal. Default: the event name, or `Visit` and the path.
             * @example Sign-up
             */
            display_name?: string;
            event_name?: string | null;
            page_path?: string | null;
        };
        Segment: {
            /**
             * Format: uuid
             * @description RFC 9562 UUID version 7, lower case.
             */
            readonly uuid: string;
            /**
             * @description What the segment is called.
             * @example Readers in Germany
             */
            name: string;
            /** @description All of them have to hold. */
            filters: unknown[][];
            /**
             * @description Creation time. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            readonly created_at: string;
            /**
             * @description Time of last update. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            readonly updated_at: string;
        };
        SegmentCreate: {
            /**
             * @description What the segment is called.
             * @example Readers in Germany
             */
            name: string;
            /** @description All of them have to hold. */
            filters: unknown[][];
        };
        SegmentUpdate: {
            /**
             * @description What the segment is called.
             * @example Readers in Germany
             */
            name?: string;
            /** @description All of them have to hold. */
            filters?: unknown[][];
        };
        Account: {
            /**
             * Format: uuid
             * @description RFC 9562 UUID version 7, lower case.
             */
            uuid: string;
            name: string;
            /**
             * @description Creation time. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            created_at: string;
            /**
             * @description Time of last update. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            updated_at: string;
        };
        AccessToken: {
            /**
             * Format: uuid
             * @description RFC 9562 UUID version 7, lower case.
             */
            readonly uuid: string;
            /**
             * Format: uuid
             * @description RFC 9562 UUID version 7, lower case.
             */
            readonly account_uuid: string;
            /**
             * @description What the token is for.
             * @example deploy
             */
            name: string;
            /**
             * @description `read` reads; `write` reads and changes.
             * @default write
             * @enum {string}
             */
            scope: "read" | "write";
            expires_at: string | null;
            readonly last_used_at: string | null;
            /**
             * @description Creation time. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            readonly created_at: string;
        };
        CreatedAccessToken: {
            /**
             * Format: uuid
             * @description RFC 9562 UUID version 7, lower case.
             */
            readonly uuid: string;
            /**
             * Format: uuid
             * @description RFC 9562 UUID version 7, lower case.
             */
            readonly account_uuid: string;
            /**
             * @description What the token is for.
             * @example deploy
             */
            name: string;
            /**
             * @description `read` reads; `write` reads and changes.
             * @default write
             * @enum {string}
             */
            scope: "read" | "write";
            expires_at: string | null;
            readonly last_used_at: string | null;
            /**
             * @description Creation time. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            readonly created_at: string;
            /**
             * @description The access token itself. It is not stored and cannot be shown again.
             * @example np_…
             */
            token: string;
        };
        AccessTokenCreate: {
            /**
             * @description What the token is for.
             * @example deploy
             */
            name: string;
            /**
             * @description `read` reads; `write` reads and changes.
             * @default write
             * @enum {string}
             */
            scope?: "read" | "write";
            expires_at?: string | null;
        };
        AuditEvent: {
            /**
             * Format: uuid
             * @description RFC 9562 UUID version 7, lower case.
             */
            uuid: string;
            /**
             * @description Time of the change. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            created_at: string;
            /**
             * @description What happened to the resource.
             * @enum {string}
             */
            action: "created" | "updated" | "deleted";
            /**
             * @description The kind of the resource.
             * @enum {string}
             */
            resource: "redirect" | "host_rules" | "custom_domain" | "upstream" | "error_page" | "custom_certificate" | "automatic_certificate" | "access_token" | "connect_link" | "webhook_endpoint" | "brand" | "goal" | "segment" | "account" | "member" | "invitation" | "user";
            /**
             * Format: uuid
             * @description The resource, which may be gone by now.
             */
            resource_uuid: string;
            /** @description What it was called: its host, its name or an email address. */
            resource_name: string;
            actor: {
                /**
                 * @description An access token, a browser session that was begun with one, a user, a command on the machine itself, or the service.
                 * @enum {string}
                 */
                kind: "token" | "session" | "user" | "command_line" | "service";
                uuid: string | null;
                /** @description The access token's name, the user's email address, the system's user, or `Nameplate`. */
                name: string;
            };
            address: string | null;
            /** @description Attributes before; of an update only those that changed. Null when it was created. */
            before: {
                [key: string]: unknown;
            } | null;
            /** @description Attributes after; of an update only those that changed. Null when it was deleted. */
            after: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: uuid
             * @description RFC 9562 UUID version 7, lower case.
             */
            account_uuid: string;
        };
        Session: {
            /** @description To be sent as `X-CSRF-Token` with every request of the session that changes something. */
            csrf_token: string;
            /**
             * @description When the session ends. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            expires_at: string;
            token: components["schemas"]["AccessToken"];
            account: components["schemas"]["Account"];
        };
        UserSession: {
            /** @description Like that of `Session`. */
            csrf_token: string;
            /**
             * @description When the session ends. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            expires_at: string;
            user: components["schemas"]["User"];
            /** @description The accounts that the session works on, oldest membership first. */
            memberships: components["schemas"]["Membership"][];
        };
        SessionCreate: {
            /** @description The access token to sign in with. */
            access_token?: string;
            /** @description Of the user who signs in. */
            email?: string;
            /** @description Of the user who signs in. */
            password?: string;
            /** @description Of the authenticator app, or a recovery code, when the user has a second factor. */
            code?: string;
        };
        OidcCallbackCreate: {
            /** @description What the provider has added to the address: `code=…&state=…`. */
            query_string: string;
        };
        OidcSignInCreate: {
            /** @description The secret of the invitation: what stands after `#` in its link. */
            invitation?: string;
        };
        User: {
            /**
             * Format: uuid
             * @description RFC 9562 UUID version 7, lower case.
             */
            readonly uuid: string;
            /**
             * @description The address to sign in with, in lower case.
             * @example ada@example.com
             */
            email: string;
            /**
             * @description What others see the user as.
             * @example Ada Lovelace
             */
            name: string;
            /** @description Whether the user can sign in with a password; otherwise with an identity provider only. */
            readonly has_password: boolean;
            /** @description Whether signing in also takes a code from an authenticator app. */
            readonly has_second_factor: boolean;
            /**
             * @description Creation time. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            readonly created_at: string;
            /**
             * @description Time of last update. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            readonly updated_at: string;
        };
        UserSessionItem: {
            /**
             * Format: uuid
             * @description RFC 9562 UUID version 7, lower case.
             */
            uuid: string;
            /**
             * @description As its user agent says.
             * @example Firefox
             */
            browser: string;
            /** @example macOS */
            operating_system: string;
            /** @description The first 24 bits of the IPv4 address that signed in, or 48 of the IPv6 address. */
            network: string;
            /** @description Whether it is the session of this request. */
            current: boolean;
            /**
             * @description When it was used last. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            last_used_at: string;
            /**
             * @description When it ends. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            expires_at: string;
            /**
             * @description When it began. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            created_at: string;
        };
        OwnerCreate: {
            /**
             * @description The address to sign in with, in lower case.
             * @example ada@example.com
             */
            email: string;
            /**
             * @description What others see the user as.
             * @example Ada Lovelace
             */
            name: string;
            /** @description Any characters. Passwords that guessers try first are refused. */
            password: string;
        };
        ProfileUpdate: {
            /**
             * @description What others see the user as.
             * @example Ada Lovelace
             */
            name?: string;
        };
        PasswordUpdate: {
            /** @description The user’s password. */
            current_password?: string;
            /** @description Any characters. Passwords that guessers try first are refused. */
            password?: string;
        };
        CurrentPasswordCreate: {
            /** @description The user’s password. */
            current_password: string;
        };
        SecondFactorCreate: {
            /** @description The first code that the authenticator app shows. */
            code: string;
        };
        MembershipCreate: {
            /** @description The secret of the invitation: what stands after `#` in its link. */
            invitation: string;
        };
        AcceptanceCreate: {
            /** @description The secret of the invitation: what stands after `#` in its link. */
            invitation: string;
            /**
             * @description What others see the user as.
             * @example Ada Lovelace
             */
            name: string;
            /** @description Any characters. Passwords that guessers try first are refused. */
            password: string;
        };
        Passkey: {
            /**
             * Format: uuid
             * @description RFC 9562 UUID version 7, lower case.
             */
            uuid: string;
            /**
             * @description What the user calls it.
             * @example Phone
             */
            name: string;
            last_used_at: string | null;
            /**
             * @description When it was registered. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            created_at: string;
        };
        PasskeyCreate: {
            /**
             * @description What the user calls it.
             * @example Phone
             */
            name: string;
            /** @description What the browser answered: the `PublicKeyCredential` as JSON text (`JSON.stringify(credential)`). */
            credential: string;
        };
        PasskeySignInCreate: {
            /** @description What the browser answered: the `PublicKeyCredential` as JSON text (`JSON.stringify(credential)`). */
            credential: string;
        };
        Membership: {
            /**
             * @description `viewer` reads; `admin` reads and changes; `owner` also manages people.
             * @enum {string}
             */
            role: "owner" | "admin" | "viewer";
            account: components["schemas"]["Account"];
        };
        Member: {
            /**
             * Format: uuid
             * @description RFC 9562 UUID version 7, lower case.
             */
            user_uuid: string;
            email: string;
            name: string;
            /**
             * @description `viewer` reads; `admin` reads and changes; `owner` also manages people.
             * @enum {string}
             */
            role: "owner" | "admin" | "viewer";
            /**
             * @description When the user became a member. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            created_at: string;
        };
        MemberUpdate: {
            /**
             * @description `viewer` reads; `admin` reads and changes; `owner` also manages people.
             * @enum {string}
             */
            role?: "owner" | "admin" | "viewer";
        };
        Invitation: {
            /**
             * Format: uuid
             * @description RFC 9562 UUID version 7, lower case.
             */
            readonly uuid: string;
            /**
             * Format: uuid
             * @description RFC 9562 UUID version 7, lower case.
             */
            readonly account_uuid: string;
            /**
             * @description Only a user with this address can accept.
             * @example ada@example.com
             */
            email: string;
            /**
             * @description `viewer` reads; `admin` reads and changes; `owner` also manages people.
             * @enum {string}
             */
            role: "owner" | "admin" | "viewer";
            /**
             * @description When the link stops working. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            readonly expires_at: string;
            /**
             * @description Creation time. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            readonly created_at: string;
        };
        CreatedInvitation: {
            /**
             * Format: uuid
             * @description RFC 9562 UUID version 7, lower case.
             */
            readonly uuid: string;
            /**
             * Format: uuid
             * @description RFC 9562 UUID version 7, lower case.
             */
            readonly account_uuid: string;
            /**
             * @description Only a user with this address can accept.
             * @example ada@example.com
             */
            email: string;
            /**
             * @description `viewer` reads; `admin` reads and changes; `owner` also manages people.
             * @enum {string}
             */
            role: "owner" | "admin" | "viewer";
            /**
             * @description When the link stops working. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            readonly expires_at: string;
            /**
             * @description Creation time. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            readonly created_at: string;
            /** @description The secret to pass on, in no other answer. The link is the dashboard’s `/invitation#` and it. */
            secret: string;
        };
        InvitationCreate: {
            /**
             * @description Only a user with this address can accept.
             * @example ada@example.com
             */
            email: string;
            /**
             * @description `viewer` reads; `admin` reads and changes; `owner` also manages people.
             * @enum {string}
             */
            role: "owner" | "admin" | "viewer";
        };
        OpenInvitation: {
            account_name: string;
            email: string;
            /**
             * @description `viewer` reads; `admin` reads and changes; `owner` also manages people.
             * @enum {string}
             */
            role: "owner" | "admin" | "viewer";
            /**
             * @description When the link stops working. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            expires_at: string;
        };
        PasswordResetOffer: {
            /** @description Whether links to choose a new password can be e-mailed. */
            offered: boolean;
        };
        PasswordResetCreate: {
            /** @description The address that the user signs in with. */
            email: string;
        };
        PasswordResetUpdate: {
            /** @description What stands after `#` in the link of the e-mail. */
            token?: string;
            /** @description Any characters. Passwords that guessers try first are refused. */
            password?: string;
        };
        /** @enum {string} */
        VisitorDimension: "time:hour" | "time:day" | "time:week" | "time:month" | "event:page" | "event:name" | "event:goal" | "event:currency" | "visit:source" | "visit:utm_source" | "visit:utm_medium" | "visit:utm_campaign" | "visit:utm_term" | "visit:utm_content" | "visit:entry_page" | "visit:exit_page" | "visit:country" | "visit:country_name" | "visit:region" | "visit:region_name" | "visit:city" | "visit:city_name" | "visit:browser" | "visit:os" | "visit:device";
        VisitorQuery: {
            metrics: ("visitors" | "visits" | "pageviews" | "views_per_visit" | "bounce_rate" | "visit_duration" | "events" | "conversion_rate" | "total_revenue" | "average_revenue" | "percentage")[];
            /**
             * @description `day`, `month`, `year`, `<n>d`, `<n>mo`, `all`, two dates (both included) or two instants (the second is not).
             * @example 28d
             */
            date_range: string | string[];
            /**
             * @description IANA name; days begin at its midnight.
             * @default UTC
             */
            timezone?: string;
            dimensions?: (components["schemas"]["VisitorDimension"] | string)[];
            /** @description All of them have to hold. */
            filters?: unknown[][];
            /**
             * @description Pairs of a metric or dimension of the query and `asc` or `desc`.
             * @example [
             *       [
             *         "visitors",
             *         "desc"
             *       ]
             *     ]
             */
            order_by?: string[][];
            include?: {
                /** @description Lists all buckets in `meta.time_labels`. */
                time_labels?: boolean;
                /** @description Counts all rows in `meta.total_rows`. */
                total_rows?: boolean;
                /** @description Puts the row of an earlier range beside each row; `date_range` only with `custom`. */
                comparison?: {
                    /** @enum {string} */
                    mode: "previous_period" | "year_over_year" | "custom";
                    /**
                     * @description `day`, `month`, `year`, `<n>d`, `<n>mo`, `all`, two dates (both included) or two instants (the second is not).
                     * @example 28d
                     */
                    date_range?: string | string[];
                    /**
                     * @description Moves the earlier range by whole weeks.
                     * @default false
                     */
                    match_day_of_week?: boolean;
                };
            };
            pagination?: {
                /** @default 10000 */
                limit?: number;
                /** @default 0 */
                offset?: number;
            };
        };
        SiteQuery: {
            /** @description Host of the custom domain. */
            site_id: string;
            metrics: ("visitors" | "visits" | "pageviews" | "views_per_visit" | "bounce_rate" | "visit_duration" | "events" | "conversion_rate" | "total_revenue" | "average_revenue" | "percentage")[];
            /**
             * @description `day`, `month`, `year`, `<n>d`, `<n>mo`, `all`, two dates (both included) or two instants (the second is not).
             * @example 28d
             */
            date_range: string | string[];
            /**
             * @description IANA name; days begin at its midnight.
             * @default UTC
             */
            timezone?: string;
            dimensions?: (components["schemas"]["VisitorDimension"] | string)[];
            /** @description All of them have to hold. */
            filters?: unknown[][];
            /**
             * @description Pairs of a metric or dimension of the query and `asc` or `desc`.
             * @example [
             *       [
             *         "visitors",
             *         "desc"
             *       ]
             *     ]
             */
            order_by?: string[][];
            include?: {
                /** @description Lists all buckets in `meta.time_labels`. */
                time_labels?: boolean;
                /** @description Counts all rows in `meta.total_rows`. */
                total_rows?: boolean;
                /** @description Puts the row of an earlier range beside each row; `date_range` only with `custom`. */
                comparison?: {
                    /** @enum {string} */
                    mode: "previous_period" | "year_over_year" | "custom";
                    /**
                     * @description `day`, `month`, `year`, `<n>d`, `<n>mo`, `all`, two dates (both included) or two instants (the second is not).
                     * @example 28d
                     */
                    date_range?: string | string[];
                    /**
                     * @description Moves the earlier range by whole weeks.
                     * @default false
                     */
                    match_day_of_week?: boolean;
                };
            };
            pagination?: {
                /** @default 10000 */
                limit?: number;
                /** @default 0 */
                offset?: number;
            };
        };
        RequestQuery: {
            metrics: ("requests" | "bytes_in" | "bytes_out" | "response_time" | "response_time_p50" | "response_time_p95" | "response_time_p99" | "upstream_time" | "error_rate")[];
            /**
             * @description `day`, `month`, `year`, `<n>d`, `<n>mo`, `all`, two dates (both included) or two instants (the second is not).
             * @example 28d
             */
            date_range: string | string[];
            /**
             * @description IANA name; days begin at its midnight.
             * @default UTC
             */
            timezone?: string;
            dimensions?: ("time:hour" | "time:day" | "time:week" | "time:month" | "request:path" | "request:method" | "request:status" | "request:status_class" | "request:host" | "request:protocol" | "request:tls_version" | "request:country" | "request:source" | "request:browser" | "request:os" | "request:device" | "request:bot" | "request:bot_class" | "request:datacenter" | "request:rule" | "request:target" | "request:failure")[];
            /** @description All of them have to hold. */
            filters?: unknown[][];
            /**
             * @description Pairs of a metric or dimension of the query and `asc` or `desc`.
             * @example [
             *       [
             *         "visitors",
             *         "desc"
             *       ]
             *     ]
             */
            order_by?: string[][];
            include?: {
                /** @description Lists all buckets in `meta.time_labels`. */
                time_labels?: boolean;
                /** @description Counts all rows in `meta.total_rows`. */
                total_rows?: boolean;
                /** @description Puts the row of an earlier range beside each row; `date_range` only with `custom`. */
                comparison?: {
                    /** @enum {string} */
                    mode: "previous_period" | "year_over_year" | "custom";
                    /**
                     * @description `day`, `month`, `year`, `<n>d`, `<n>mo`, `all`, two dates (both included) or two instants (the second is not).
                     * @example 28d
                     */
                    date_range?: string | string[];
                    /**
                     * @description Moves the earlier range by whole weeks.
                     * @default false
                     */
                    match_day_of_week?: boolean;
                };
            };
            pagination?: {
                /** @default 10000 */
                limit?: number;
                /** @default 0 */
                offset?: number;
            };
        };
        ClickQuery: {
            metrics: ("requests" | "bytes_in" | "bytes_out" | "response_time" | "response_time_p50" | "response_time_p95" | "response_time_p99" | "upstream_time" | "error_rate" | "visitors")[];
            /**
             * @description `day`, `month`, `year`, `<n>d`, `<n>mo`, `all`, two dates (both included) or two instants (the second is not).
             * @example 28d
             */
            date_range: string | string[];
            /**
             * @description IANA name; days begin at its midnight.
             * @default UTC
             */
            timezone?: string;
            dimensions?: ("time:hour" | "time:day" | "time:week" | "time:month" | "request:path" | "request:method" | "request:status" | "request:status_class" | "request:host" | "request:protocol" | "request:tls_version" | "request:country" | "request:source" | "request:browser" | "request:os" | "request:device" | "request:bot" | "request:bot_class" | "request:datacenter" | "request:rule" | "request:target" | "request:failure")[];
            /** @description All of them have to hold. */
            filters?: unknown[][];
            /**
             * @description Pairs of a metric or dimension of the query and `asc` or `desc`.
             * @example [
             *       [
             *         "visitors",
             *         "desc"
             *       ]
             *     ]
             */
            order_by?: string[][];
            include?: {
                /** @description Lists all buckets in `meta.time_labels`. */
                time_labels?: boolean;
                /** @description Counts all rows in `meta.total_rows`. */
                total_rows?: boolean;
                /** @description Puts the row of an earlier range beside each row; `date_range` only with `custom`. */
                comparison?: {
                    /** @enum {string} */
                    mode: "previous_period" | "year_over_year" | "custom";
                    /**
                     * @description `day`, `month`, `year`, `<n>d`, `<n>mo`, `all`, two dates (both included) or two instants (the second is not).
                     * @example 28d
                     */
                    date_range?: string | string[];
                    /**
                     * @description Moves the earlier range by whole weeks.
                     * @default false
                     */
                    match_day_of_week?: boolean;
                };
            };
            pagination?: {
                /** @default 10000 */
                limit?: number;
                /** @default 0 */
                offset?: number;
            };
        };
        QueryAnswer: {
            results: {
                /** @description One for each dimension of the query. */
                dimensions: string[];
                /** @description One for each metric of the query. Revenue is decimal text, null when the row has several currencies. */
                metrics: (number | string | null)[];
                comparison?: {
                    dimensions: string[];
                    /** @description One for each metric of the query. Revenue is decimal text, null when the row has several currencies. */
                    metrics: (number | string | null)[];
                    /** @description Percent of the earlier value, one for each metric; null where that is 0. */
                    change: (number | null)[];
                } | null;
            }[];
            meta: {
                time_labels?: string[];
                total_rows?: number;
                /** @description With metrics of revenue: the ISO 4217 codes in the rows. */
                currencies?: string[];
            };
            /** @description What was understood. */
            query: {
                [key: string]: unknown;
            };
        };
        Funnel: {
            /**
             * @description `day`, `month`, `year`, `<n>d`, `<n>mo`, `all`, two dates (both included) or two instants (the second is not).
             * @example 28d
             */
            date_range: string | string[];
            /**
             * @description IANA name; days begin at its midnight.
             * @default UTC
             */
            timezone?: string;
            /** @description All of them have to hold. */
            filters?: unknown[][];
            /**
             * @description `visit`: all steps within one visit. `range`: within the range, over several visits.
             * @default visit
             * @enum {string}
             */
            scope?: "visit" | "range";
            /** @description In their order. */
            steps: ({
                /**
                 * Format: uuid
                 * @description RFC 9562 UUID version 7, lower case.
                 */
                goal: string;
            } | {
                event: string;
            } | {
                /** @example /pricing */
                page: string;
            })[];
        };
        FunnelAnswer: {
            steps: {
                /** @description The goal’s or event’s name, or `Visit` and the path. */
                label: string;
                /** @description Distinct visitors who took this step after all those before it. */
                visitors: number;
                /** @description Percent of the visitors of the first step. */
                rate: number;
                /** @description Percent of the visitors of the step before. */
                step_rate: number;
            }[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export interface operations {
    listRedirects: {
        parameters: {
            query?: {
                /** @description Only the redirect of this host. */
                source_host?: string;
                /** @description Only redirects with this text in their note, ignoring case. */
                note?: string;
                /** @description Only redirects with a verdict of this state. */
                verdict?: "broken" | "attention" | "unknown" | "setting_up" | "healthy";
                /** @description Only those that contain this text, in upper or lower case, in `source_host`, `destination_url` or `note`. */
                query?: string;
                /** @description Page number, from 1. */
                page?: number;
                /** @description Items per page, 1 to 1000. */
                per_page?: number;
                /** @description Field to sort by; `-` before it for descending order. */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "source_host" | "-source_host" | "verdict" | "-verdict";
            };
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of redirects. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    /** @description The URLs of the first, previous, next and last page (RFC 8288). */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Redirect"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            /**
             * @description `source_host_invalid`: `source_host` is missing or not a DNS host name.
             *
             *     `source_host_taken`: `source_host` is already used by another redirect, belongs to another account, or did until recently.
             *
             *     `note_invalid`: `note` is longer than 500 characters, or has a line break or another control character.
             *
             *     `verdict_invalid`: `verdict` is not `broken`, `attention`, `unknown`, `setting_up` or `healthy`.
             *
             *     `query_invalid`: `query` of a list is longer than 200 characters or has control characters; or an analytics query is invalid, and the message names the place in it.
             *
             *     `page_invalid`: `page` is not an integer from 1.
             *
             *     `per_page_invalid`: `per_page` is not an integer from 1 to 1000.
             *
             *     `sort_invalid`: `sort` does not name a sortable field, optionally preceded by `-`.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createRedirect: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own, such as a UUID. The request is carried out once in 24 hours; sent again with the same key and body, it gets the first answer. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["RedirectCreate"];
                "application/json": components["schemas"]["RedirectCreate"];
                "multipart/form-data": components["schemas"]["RedirectCreate"];
            };
        };
        responses: {
            /** @description The redirect created. */
            201: {
                headers: {
                    /** @description The path of what was created. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Redirect"];
                };
            };
            /**
             * @description `source_host_invalid`: `source_host` is missing or not a DNS host name.
             *
             *     `source_host_taken`: `source_host` is already used by another redirect, belongs to another account, or did until recently.
             *
             *     `match_path_invalid`: `match_path` is neither `*` nor letters, digits, `-`, `_`, `/` with an optional trailing `*`.
             *
             *     `destination_url_invalid`: `destination_url` is missing, not an absolute http(s) URL, or sends every path of `source_host` back to itself.
             *
             *     `redirect_type_invalid`: `redirect_type` is not `permanent` or `found`.
             *
             *     `preserve_path_invalid`: `preserve_path` is not a boolean.
             *
             *     `preserve_query_string_invalid`: `preserve_query_string` is not a boolean.
             *
             *     `active_invalid`: `active` is not a boolean.
             *
             *     `note_invalid`: `note` is longer than 500 characters, or has a line break or another control character.
             *
             *     `body_invalid`: The request body cannot be read as its media type says.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `idempotency_answer_dropped`: The request with this `Idempotency-Key` was carried out, but its answer is not kept any more: the account had more bytes of answers than it may.
             *
             *     `idempotency_key_in_use`: A request with this `Idempotency-Key` is under way, or was interrupted, so it isn’t known whether it was carried out.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is larger than 1 MiB; for a host’s rules, 32 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `idempotency_key_reused`: Another request had this `Idempotency-Key` within 24 hours. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getRedirect: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                redirect_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The redirect. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Redirect"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateRedirect: {
        parameters: {
            query?: never;
            header?: {
                /** @description Update only the resource with this `ETag`; otherwise the answer is 412. */
                "if-match"?: string;
            };
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                redirect_uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["RedirectUpdate"];
                "application/json": components["schemas"]["RedirectUpdate"];
                "multipart/form-data": components["schemas"]["RedirectUpdate"];
            };
        };
        responses: {
            /** @description The redirect as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Redirect"];
                };
            };
            /**
             * @description `source_host_invalid`: `source_host` is missing or not a DNS host name.
             *
             *     `source_host_taken`: `source_host` is already used by another redirect, belongs to another account, or did until recently.
             *
             *     `match_path_invalid`: `match_path` is neither `*` nor letters, digits, `-`, `_`, `/` with an optional trailing `*`.
             *
             *     `destination_url_invalid`: `destination_url` is missing, not an absolute http(s) URL, or sends every path of `source_host` back to itself.
             *
             *     `redirect_type_invalid`: `redirect_type` is not `permanent` or `found`.
             *
             *     `preserve_path_invalid`: `preserve_path` is not a boolean.
             *
             *     `preserve_query_string_invalid`: `preserve_query_string` is not a boolean.
             *
             *     `active_invalid`: `active` is not a boolean.
             *
             *     `note_invalid`: `note` is longer than 500 characters, or has a line break or another control character.
             *
             *     `body_invalid`: The request body cannot be read as its media type says.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `precondition_failed`: The resource, or a host’s rules, is not what `If-Match` names: somebody else changed it. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is larger than 1 MiB; for a host’s rules, 32 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteRedirect: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                redirect_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A confirmation that names the uuid and the host. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createRedirectBatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own, such as a UUID. The request is carried out once in 24 hours; sent again with the same key and body, it gets the first answer. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    /** @description The redirects to create, each as if it were created alone. */
                    redirects: components["schemas"]["RedirectCreate"][];
                    /**
                     * @description Check everything, and create nothing.
                     * @default false
                     */
                    dry_run?: boolean;
                };
                "application/json": {
                    /** @description The redirects to create, each as if it were created alone. */
                    redirects: components["schemas"]["RedirectCreate"][];
                    /**
                     * @description Check everything, and create nothing.
                     * @default false
                     */
                    dry_run?: boolean;
                };
                "multipart/form-data": {
                    /** @description The redirects to create, each as if it were created alone. */
                    redirects: components["schemas"]["RedirectCreate"][];
                    /**
                     * @description Check everything, and create nothing.
                     * @default false
                     */
                    dry_run?: boolean;
                };
            };
        };
        responses: {
            /** @description A dry run: the redirects that would be created, with uuids that are not kept. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Redirect"][];
                    };
                };
            };
            /** @description The redirects created, in the order of the list. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Redirect"][];
                    };
                };
            };
            /**
             * @description `dry_run_invalid`: `dry_run` is not a boolean.
             *
             *     `redirects_invalid`: `redirects` is missing or not a list of 1 to 1,000 redirects, or some of them can’t be created; the message names each by its place, and none is created.
             *
             *     `body_invalid`: The request body cannot be read as its media type says.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `idempotency_answer_dropped`: The request with this `Idempotency-Key` was carried out, but its answer is not kept any more: the account had more bytes of answers than it may.
             *
             *     `idempotency_key_in_use`: A request with this `Idempotency-Key` is under way, or was interrupted, so it isn’t known whether it was carried out.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is larger than 1 MiB; for a host’s rules, 32 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `idempotency_key_reused`: Another request had this `Idempotency-Key` within 24 hours. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listHosts: {
        parameters: {
            query?: {
                /** @description Only this host. */
                host?: string;
                /** @description Only hosts that have rules, or only those that have none. */
                has_rules?: "true" | "false";
                /** @description Only those that contain this text, in upper or lower case, in `host`. */
                query?: string;
                /** @description Page number, from 1. */
                page?: number;
                /** @description Items per page, 1 to 1000. */
                per_page?: number;
                /** @description Field to sort by; `-` before it for descending order. */
                sort?: "host" | "-host";
            };
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of hosts. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    /** @description The URLs of the first, previous, next and last page (RFC 8288). */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Host"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            /**
             * @description `host_invalid`: `host` is missing, or not a host name that can be used here.
             *
             *     `host_taken`: `host` is already used by another custom domain, or it or the `www.` host that `redirect_to_www` needs, or the host of rules, belongs to another account. The host of rules: or did until recently.
             *
             *     `query_invalid`: `query` of a list is longer than 200 characters or has control characters; or an analytics query is invalid, and the message names the place in it.
             *
             *     `page_invalid`: `page` is not an integer from 1.
             *
             *     `per_page_invalid`: `per_page` is not an integer from 1 to 1000.
             *
             *     `has_rules_invalid`: `has_rules` is not `true` or `false`.
             *
             *     `sort_invalid`: `sort` does not name a sortable field, optionally preceded by `-`.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getHostRules: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /**
                 * @description The host whose rules these are.
                 * @example go.example.com
                 */
                host: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rules. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description In order: the first one that holds and answers, answers. */
                        rules: components["schemas"]["Rule"][];
                        /** @description Of a list that was stored before lists had a bound and costs more. */
                        warnings?: {
                            /** @description The rule’s place, from 0. */
                            rule: number;
                            warning: string;
                        }[];
                    };
                };
            };
            /** @description `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    replaceHostRules: {
        parameters: {
            query?: never;
            header?: {
                /** @description Replace only the rules with this `ETag`. */
                "if-match"?: string;
            };
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /**
                 * @description The host whose rules these are.
                 * @example go.example.com
                 */
                host: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description In order: the first one that holds and answers, answers. */
                    rules: components["schemas"]["Rule"][];
                };
            };
        };
        responses: {
            /** @description The rules as they are now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description In order: the first one that holds and answers, answers. */
                        rules: components["schemas"]["Rule"][];
                        /** @description What is accepted and may not do what was meant, such as redirects in a circle. */
                        warnings: {
                            /** @description The rule’s place, from 0. */
                            rule: number;
                            warning: string;
                        }[];
                    };
                };
            };
            /**
             * @description `rules_invalid`: A host’s rules are wrong; the message names the place, such as `rules[1].then.redirect.to`.
             *
             *     `body_invalid`: The request body cannot be read as its media type says.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `precondition_failed`: The resource, or a host’s rules, is not what `If-Match` names: somebody else changed it. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is larger than 1 MiB; for a host’s rules, 32 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listUpstreams: {
        parameters: {
            query?: {
                /** @description Page number, from 1. */
                page?: number;
                /** @description Items per page, 1 to 1000. */
                per_page?: number;
                /** @description Field to sort by; `-` before it for descending order. */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "host" | "-host";
            };
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of upstreams. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    /** @description The URLs of the first, previous, next and last page (RFC 8288). */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        records: components["schemas"]["Upstream"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            /**
             * @description `page_invalid`: `page` is not an integer from 1.
             *
             *     `per_page_invalid`: `per_page` is not an integer from 1 to 1000.
             *
             *     `sort_invalid`: `sort` does not name a sortable field, optionally preceded by `-`.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createUpstream: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own, such as a UUID. The request is carried out once in 24 hours; sent again with the same key and body, it gets the first answer. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["UpstreamCreate"];
                "application/json": components["schemas"]["UpstreamCreate"];
                "multipart/form-data": components["schemas"]["UpstreamCreate"];
            };
        };
        responses: {
            /** @description The upstream created. */
            201: {
                headers: {
                    /** @description The path of what was created. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upstream"];
                };
            };
            /**
             * @description `host_invalid`: `host` is missing, or not a host name that can be used here.
             *
             *     `host_taken`: `host` is already used by another custom domain, or it or the `www.` host that `redirect_to_www` needs, or the host of rules, belongs to another account. The host of rules: or did until recently.
             *
             *     `port_invalid`: `port` is not an integer from 1 to 65535.
             *
             *     `tls_invalid`: `tls` is not a boolean.
             *
             *     `auth_token_invalid`: `auth_token` is not 8 to 256 visible ASCII characters.
             *
             *     `maintenance_invalid`: `maintenance` is not a boolean.
             *
             *     `host_header_invalid`: `host_header` is not `upstream` or `original`.
             *
             *     `tls_server_name_invalid`: `tls_server_name` is not a DNS name.
             *
             *     `tls_ca_invalid`: `tls_ca` is not 1 to 20 certificates in PEM.
             *
             *     `tls_client_certificate_invalid`: `tls_client_certificate` is not a client certificate in PEM that can be shown to upstreams: expired, not for clients, or with a key that is too weak.
             *
             *     `tls_client_key_invalid`: `tls_client_key` is missing, not a PEM private key, encrypted, or not the key of `tls_client_certificate`.
             *
             *     `compression_invalid`: `compression` is not a boolean.
             *
             *     `geo_fields_invalid`: `geo_fields` is not a boolean.
             *
             *     `metadata_fields_invalid`: `metadata_fields` is not a boolean.
             *
             *     `targets_invalid`: `targets` is not a list of at most 16 different targets with `host` and `port`, none of them the upstream’s own place, or one is where no upstream may be.
             *
             *     `health_check_invalid`: `health_check` is neither null nor an object with a `path` and, within their limits, `interval_seconds`, `timeout_seconds`, `status`, `healthy_after` and `unhealthy_after`.
             *
             *     `body_invalid`: The request body cannot be read as its media type says.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `idempotency_answer_dropped`: The request with this `Idempotency-Key` was carried out, but its answer is not kept any more: the account had more bytes of answers than it may.
             *
             *     `idempotency_key_in_use`: A request with this `Idempotency-Key` is under way, or was interrupted, so it isn’t known whether it was carried out.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is larger than 1 MiB; for a host’s rules, 32 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `idempotency_key_reused`: Another request had this `Idempotency-Key` within 24 hours. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getUpstream: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                upstream_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The upstream. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upstream"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateUpstream: {
        parameters: {
            query?: never;
            header?: {
                /** @description Update only the resource with this `ETag`; otherwise the answer is 412. */
                "if-match"?: string;
            };
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                upstream_uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["UpstreamUpdate"];
                "application/json": components["schemas"]["UpstreamUpdate"];
                "multipart/form-data": components["schemas"]["UpstreamUpdate"];
            };
        };
        responses: {
            /** @description The upstream as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upstream"];
                };
            };
            /**
             * @description `host_invalid`: `host` is missing, or not a host name that can be used here.
             *
             *     `host_taken`: `host` is already used by another custom domain, or it or the `www.` host that `redirect_to_www` needs, or the host of rules, belongs to another account. The host of rules: or did until recently.
             *
             *     `port_invalid`: `port` is not an integer from 1 to 65535.
             *
             *     `tls_invalid`: `tls` is not a boolean.
             *
             *     `auth_token_invalid`: `auth_token` is not 8 to 256 visible ASCII characters.
             *
             *     `maintenance_invalid`: `maintenance` is not a boolean.
             *
             *     `host_header_invalid`: `host_header` is not `upstream` or `original`.
             *
             *     `tls_server_name_invalid`: `tls_server_name` is not a DNS name.
             *
             *     `tls_ca_invalid`: `tls_ca` is not 1 to 20 certificates in PEM.
             *
             *     `tls_client_certificate_invalid`: `tls_client_certificate` is not a client certificate in PEM that can be shown to upstreams: expired, not for clients, or with a key that is too weak.
             *
             *     `tls_client_key_invalid`: `tls_client_key` is missing, not a PEM private key, encrypted, or not the key of `tls_client_certificate`.
             *
             *     `compression_invalid`: `compression` is not a boolean.
             *
             *     `geo_fields_invalid`: `geo_fields` is not a boolean.
             *
             *     `metadata_fields_invalid`: `metadata_fields` is not a boolean.
             *
             *     `targets_invalid`: `targets` is not a list of at most 16 different targets with `host` and `port`, none of them the upstream’s own place, or one is where no upstream may be.
             *
             *     `health_check_invalid`: `health_check` is neither null nor an object with a `path` and, within their limits, `interval_seconds`, `timeout_seconds`, `status`, `healthy_after` and `unhealthy_after`.
             *
             *     `body_invalid`: The request body cannot be read as its media type says.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `precondition_failed`: The resource, or a host’s rules, is not what `If-Match` names: somebody else changed it. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is larger than 1 MiB; for a host’s rules, 32 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteUpstream: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                upstream_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A confirmation that says how many custom domains went with it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getUpstreamHealth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                upstream_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What each target did. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpstreamHealth"];
                };
            };
            /** @description `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listAccountCustomDomains: {
        parameters: {
            query?: {
                /** @description Only the custom domain with this host. */
                host?: string;
                /** @description Only custom domains that are ready, or only those that are not. */
                ready?: "true" | "false";
                /** @description Only custom domains with this external id. */
                external_id?: string;
                /** @description Only custom domains that have all entries of this JSON object. */
                metadata?: string;
                /** @description Only custom domains with a verdict of this state. */
                verdict?: "broken" | "attention" | "unknown" | "setting_up" | "healthy";
                /** @description Only custom domains that are reachable so. */
                reachable?: "direct" | "proxied" | "no";
                /** @description Only those that contain this text, in upper or lower case, in `host` or `external_id`. */
                query?: string;
                /** @description Page number, from 1. */
                page?: number;
                /** @description Items per page, 1 to 1000. */
                per_page?: number;
                /** @description Field to sort by; `-` before it for descending order. */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "host" | "-host" | "verdict" | "-verdict";
            };
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of custom domains. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    /** @description The URLs of the first, previous, next and last page (RFC 8288). */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CustomDomain"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            /**
             * @description `verdict_invalid`: `verdict` is not `broken`, `attention`, `unknown`, `setting_up` or `healthy`.
             *
             *     `host_invalid`: `host` is missing, or not a host name that can be used here.
             *
             *     `host_taken`: `host` is already used by another custom domain, or it or the `www.` host that `redirect_to_www` needs, or the host of rules, belongs to another account. The host of rules: or did until recently.
             *
             *     `ready_invalid`: `ready` is not a boolean.
             *
             *     `external_id_invalid`: `external_id` is longer than 255 characters, or has a line break or another control character.
             *
             *     `metadata_invalid`: `metadata` is not an object with at most 50 keys of 1 to 40 letters, digits, `_` or `-`, and strings of at most 500 characters on one line.
             *
             *     `reachable_invalid`: `reachable` is not `direct`, `proxied` or `no`.
             *
             *     `query_invalid`: `query` of a list is longer than 200 characters or has control characters; or an analytics query is invalid, and the message names the place in it.
             *
             *     `page_invalid`: `page` is not an integer from 1.
             *
             *     `per_page_invalid`: `per_page` is not an integer from 1 to 1000.
             *
             *     `sort_invalid`: `sort` does not name a sortable field, optionally preceded by `-`.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getAccountCustomDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                custom_domain_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The custom domain. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomDomain"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listCustomDomains: {
        parameters: {
            query?: {
                /** @description Only the custom domain with this host. */
                host?: string;
                /** @description Only custom domains that are ready, or only those that are not. */
                ready?: "true" | "false";
                /** @description Only custom domains with this external id. */
                external_id?: string;
                /** @description Only custom domains that have all entries of this JSON object. */
                metadata?: string;
                /** @description Only custom domains with a verdict of this state. */
                verdict?: "broken" | "attention" | "unknown" | "setting_up" | "healthy";
                /** @description Only custom domains that are reachable so. */
                reachable?: "direct" | "proxied" | "no";
                /** @description Only those that contain this text, in upper or lower case, in `host` or `external_id`. */
                query?: string;
                /** @description Page number, from 1. */
                page?: number;
                /** @description Items per page, 1 to 1000. */
                per_page?: number;
                /** @description Field to sort by; `-` before it for descending order. */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "host" | "-host" | "verdict" | "-verdict";
            };
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                upstream_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of custom domains. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    /** @description The URLs of the first, previous, next and last page (RFC 8288). */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CustomDomain"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            /**
             * @description `verdict_invalid`: `verdict` is not `broken`, `attention`, `unknown`, `setting_up` or `healthy`.
             *
             *     `host_invalid`: `host` is missing, or not a host name that can be used here.
             *
             *     `host_taken`: `host` is already used by another custom domain, or it or the `www.` host that `redirect_to_www` needs, or the host of rules, belongs to another account. The host of rules: or did until recently.
             *
             *     `ready_invalid`: `ready` is not a boolean.
             *
             *     `external_id_invalid`: `external_id` is longer than 255 characters, or has a line break or another control character.
             *
             *     `metadata_invalid`: `metadata` is not an object with at most 50 keys of 1 to 40 letters, digits, `_` or `-`, and strings of at most 500 characters on one line.
             *
             *     `reachable_invalid`: `reachable` is not `direct`, `proxied` or `no`.
             *
             *     `query_invalid`: `query` of a list is longer than 200 characters or has control characters; or an analytics query is invalid, and the message names the place in it.
             *
             *     `page_invalid`: `page` is not an integer from 1.
             *
             *     `per_page_invalid`: `per_page` is not an integer from 1 to 1000.
             *
             *     `sort_invalid`: `sort` does not name a sortable field, optionally preceded by `-`.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createCustomDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own, such as a UUID. The request is carried out once in 24 hours; sent again with the same key and body, it gets the first answer. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                upstream_uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["CustomDomainCreate"];
                "application/json": components["schemas"]["CustomDomainCreate"];
                "multipart/form-data": components["schemas"]["CustomDomainCreate"];
            };
        };
        responses: {
            /** @description The custom domain created, with the DNS records to create. */
            201: {
                headers: {
                    /** @description The path of what was created. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomDomain"];
                };
            };
            /**
             * @description `host_invalid`: `host` is missing, or not a host name that can be used here.
             *
             *     `host_taken`: `host` is already used by another custom domain, or it or the `www.` host that `redirect_to_www` needs, or the host of rules, belongs to another account. The host of rules: or did until recently.
             *
             *     `maintenance_invalid`: `maintenance` is not a boolean.
             *
             *     `challenge_type_invalid`: `challenge_type` is not `http01` or `dns01`, or is `dns01` where no zone is set up for challenges.
             *
             *     `redirect_to_www_invalid`: `redirect_to_www` is not a boolean, or is true for a host that begins with `www.` or `*.`.
             *
             *     `web_analytics_invalid`: `web_analytics` is not `inject`, `manual` or `off`.
             *
             *     `hsts_max_age_invalid`: `hsts_max_age` is not an integer from 0 to 63072000.
             *
             *     `time_zone_invalid`: `time_zone` is not an IANA name of a time zone.
             *
             *     `ai_crawlers_invalid`: `ai_crawlers` is not `allow`, `block` or `payment_required`.
             *
             *     `ai_crawlers_robots_txt_invalid`: `ai_crawlers_robots_txt` is not a boolean.
             *
             *     `external_id_invalid`: `external_id` is longer than 255 characters, or has a line break or another control character.
             *
             *     `metadata_invalid`: `metadata` is not an object with at most 50 keys of 1 to 40 letters, digits, `_` or `-`, and strings of at most 500 characters on one line.
             *
             *     `body_invalid`: The request body cannot be read as its media type says.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `idempotency_answer_dropped`: The request with this `Idempotency-Key` was carried out, but its answer is not kept any more: the account had more bytes of answers than it may.
             *
             *     `idempotency_key_in_use`: A request with this `Idempotency-Key` is under way, or was interrupted, so it isn’t known whether it was carried out.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is larger than 1 MiB; for a host’s rules, 32 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `idempotency_key_reused`: Another request had this `Idempotency-Key` within 24 hours. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getCustomDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                upstream_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                custom_domain_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The custom domain. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomDomain"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateCustomDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description Update only the resource with this `ETag`; otherwise the answer is 412. */
                "if-match"?: string;
            };
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                upstream_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                custom_domain_uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["CustomDomainUpdate"];
                "application/json": components["schemas"]["CustomDomainUpdate"];
                "multipart/form-data": components["schemas"]["CustomDomainUpdate"];
            };
        };
        responses: {
            /** @description The custom domain as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomDomain"];
                };
            };
            /**
             * @description `host_invalid`: `host` is missing, or not a host name that can be used here.
             *
             *     `host_taken`: `host` is already used by another custom domain, or it or the `www.` host that `redirect_to_www` needs, or the host of rules, belongs to another account. The host of rules: or did until recently.
             *
             *     `maintenance_invalid`: `maintenance` is not a boolean.
             *
             *     `challenge_type_invalid`: `challenge_type` is not `http01` or `dns01`, or is `dns01` where no zone is set up for challenges.
             *
             *     `redirect_to_www_invalid`: `redirect_to_www` is not a boolean, or is true for a host that begins with `www.` or `*.`.
             *
             *     `web_analytics_invalid`: `web_analytics` is not `inject`, `manual` or `off`.
             *
             *     `hsts_max_age_invalid`: `hsts_max_age` is not an integer from 0 to 63072000.
             *
             *     `time_zone_invalid`: `time_zone` is not an IANA name of a time zone.
             *
             *     `ai_crawlers_invalid`: `ai_crawlers` is not `allow`, `block` or `payment_required`.
             *
             *     `ai_crawlers_robots_txt_invalid`: `ai_crawlers_robots_txt` is not a boolean.
             *
             *     `external_id_invalid`: `external_id` is longer than 255 characters, or has a line break or another control character.
             *
             *     `metadata_invalid`: `metadata` is not an object with at most 50 keys of 1 to 40 letters, digits, `_` or `-`, and strings of at most 500 characters on one line.
             *
             *     `body_invalid`: The request body cannot be read as its media type says.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `precondition_failed`: The resource, or a host’s rules, is not what `If-Match` names: somebody else changed it. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is larger than 1 MiB; for a host’s rules, 32 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteCustomDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                upstream_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                custom_domain_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A confirmation that names the uuid and the host. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createCustomDomainBatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own, such as a UUID. The request is carried out once in 24 hours; sent again with the same key and body, it gets the first answer. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                upstream_uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    /** @description The custom domains to create, each as if it were created alone. */
                    custom_domains: components["schemas"]["CustomDomainCreate"][];
                };
                "application/json": {
                    /** @description The custom domains to create, each as if it were created alone. */
                    custom_domains: components["schemas"]["CustomDomainCreate"][];
                };
                "multipart/form-data": {
                    /** @description The custom domains to create, each as if it were created alone. */
                    custom_domains: components["schemas"]["CustomDomainCreate"][];
                };
            };
        };
        responses: {
            /** @description The custom domains created, in the order of the list. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CustomDomain"][];
                    };
                };
            };
            /**
             * @description `custom_domains_invalid`: `custom_domains` is missing or not a list of 1 to 1,000 custom domains, or some of them can’t be created; the message names each by its place, and none is created.
             *
             *     `body_invalid`: The request body cannot be read as its media type says.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `idempotency_answer_dropped`: The request with this `Idempotency-Key` was carried out, but its answer is not kept any more: the account had more bytes of answers than it may.
             *
             *     `idempotency_key_in_use`: A request with this `Idempotency-Key` is under way, or was interrupted, so it isn’t known whether it was carried out.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is larger than 1 MiB; for a host’s rules, 32 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `idempotency_key_reused`: Another request had this `Idempotency-Key` within 24 hours. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    moveCustomDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own, such as a UUID. The request is carried out once in 24 hours; sent again with the same key and body, it gets the first answer. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                upstream_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                custom_domain_uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    /**
                     * Format: uuid
                     * @description RFC 9562 UUID version 7, lower case.
                     */
                    upstream_uuid: string;
                };
                "application/json": {
                    /**
                     * Format: uuid
                     * @description RFC 9562 UUID version 7, lower case.
                     */
                    upstream_uuid: string;
                };
                "multipart/form-data": {
                    /**
                     * Format: uuid
                     * @description RFC 9562 UUID version 7, lower case.
                     */
                    upstream_uuid: string;
                };
            };
        };
        responses: {
            /** @description The custom domain, on its new upstream. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomDomain"];
                };
            };
            /**
             * @description `upstream_uuid_invalid`: `upstream_uuid` is missing, or not the uuid of an upstream of the account.
             *
             *     `body_invalid`: The request body cannot be read as its media type says.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `idempotency_answer_dropped`: The request with this `Idempotency-Key` was carried out, but its answer is not kept any more: the account had more bytes of answers than it may.
             *
             *     `idempotency_key_in_use`: A request with this `Idempotency-Key` is under way, or was interrupted, so it isn’t known whether it was carried out.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is larger than 1 MiB; for a host’s rules, 32 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `idempotency_key_reused`: Another request had this `Idempotency-Key` within 24 hours. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    verifyDnsRecords: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own, such as a UUID. The request is carried out once in 24 hours; sent again with the same key and body, it gets the first answer. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                upstream_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                custom_domain_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The custom domain with the result of the check. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomDomain"];
                };
            };
            /** @description `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `idempotency_answer_dropped`: The request with this `Idempotency-Key` was carried out, but its answer is not kept any more: the account had more bytes of answers than it may.
             *
             *     `idempotency_key_in_use`: A request with this `Idempotency-Key` is under way, or was interrupted, so it isn’t known whether it was carried out.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is larger than 1 MiB; for a host’s rules, 32 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `idempotency_key_reused`: Another request had this `Idempotency-Key` within 24 hours. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listFindings: {
        parameters: {
            query?: {
                /** @description Only those in this state. */
                state?: "open" | "resolved" | "muted";
                /** @description Only those of this kind. */
                kind?: "dns_lost" | "dns_wrong" | "caa_forbids" | "certificate_failed" | "certificate_expiring" | "renewal_will_fail" | "upstream_down" | "upstream_errors" | "upstream_slow" | "traffic_drop" | "traffic_spike" | "not_found_surge" | "loop" | "handshakes_fail" | "destination_broken" | "webhook_failing" | "client_certificate_expiring" | "ask_failing" | "data_old" | "spool_behind" | "disk_low";
                /** @description Only those that are so bad. */
                severity?: "critical" | "warning" | "notice";
                /** @description Only those about this host. */
                host?: string;
                /** @description Only those about custom domains with this external id. */
                external_id?: string;
                /** @description Page number, from 1. */
                page?: number;
                /** @description Items per page, 1 to 1000. */
                per_page?: number;
                /** @description Field to sort by; `-` before it for descending order. */
                sort?: "severity" | "-severity" | "opened_at" | "-opened_at";
            };
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of findings. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    /** @description The URLs of the first, previous, next and last page (RFC 8288). */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Finding"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            /**
             * @description `host_invalid`: `host` is missing, or not a host name that can be used here.
             *
             *     `host_taken`: `host` is already used by another custom domain, or it or the `www.` host that `redirect_to_www` needs, or the host of rules, belongs to another account. The host of rules: or did until recently.
             *
             *     `external_id_invalid`: `external_id` is longer than 255 characters, or has a line break or another control character.
             *
             *     `kind_invalid`: `kind` of a connect link is not `connect` or `statistics`, or that of a list of findings is no kind of them.
             *
             *     `severity_invalid`: `severity` is not `critical`, `warning` or `notice`.
             *
             *     `page_invalid`: `page` is not an integer from 1.
             *
             *     `per_page_invalid`: `per_page` is not an integer from 1 to 1000.
             *
             *     `state_invalid`: `state` is not one of the states that the list has.
             *
             *     `sort_invalid`: `sort` does not name a sortable field, optionally preceded by `-`.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getFinding: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                finding_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The finding. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Finding"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    muteFinding: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own, such as a UUID. The request is carried out once in 24 hours; sent again with the same key and body, it gets the first answer. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                finding_uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    /**
                     * @description When it is told again: a date or an instant, at most 90 days away.
                     * @example 2026-12-24T18:00:00+00:00
                     */
                    until: string;
                };
                "application/json": {
                    /**
                     * @description When it is told again: a date or an instant, at most 90 days away.
                     * @example 2026-12-24T18:00:00+00:00
                     */
                    until: string;
                };
                "multipart/form-data": {
                    /**
                     * @description When it is told again: a date or an instant, at most 90 days away.
                     * @example 2026-12-24T18:00:00+00:00
                     */
                    until: string;
                };
            };
        };
        responses: {
            /** @description The finding as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Finding"];
                };
            };
            /**
             * @description `until_invalid`: `until` is missing, not a date or an instant, past, or more than 90 days away.
             *
             *     `body_invalid`: The request body cannot be read as its media type says.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `idempotency_answer_dropped`: The request with this `Idempotency-Key` was carried out, but its answer is not kept any more: the account had more bytes of answers than it may.
             *
             *     `idempotency_key_in_use`: A request with this `Idempotency-Key` is under way, or was interrupted, so it isn’t known whether it was carried out.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is larger than 1 MiB; for a host’s rules, 32 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `idempotency_key_reused`: Another request had this `Idempotency-Key` within 24 hours. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    unmuteFinding: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                finding_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The finding as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Finding"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: {
                /** @description Page number, from 1. */
                page?: number;
                /** @description Items per page, 1 to 1000. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of endpoints, newest first. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    /** @description The URLs of the first, previous, next and last page (RFC 8288). */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookEndpoint"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            /**
             * @description `page_invalid`: `page` is not an integer from 1.
             *
             *     `per_page_invalid`: `per_page` is not an integer from 1 to 1000.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own, such as a UUID. The request is carried out once in 24 hours; sent again with the same key and body, it gets the first answer. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["WebhookEndpointCreate"];
                "application/json": components["schemas"]["WebhookEndpointCreate"];
                "multipart/form-data": components["schemas"]["WebhookEndpointCreate"];
            };
        };
        responses: {
            /** @description The endpoint created, with its secret. */
            201: {
                headers: {
                    /** @description The path of what was created. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointWithSecret"];
                };
            };
            /**
             * @description `active_invalid`: `active` is not a boolean.
             *
             *     `url_invalid`: `url` is missing, or not an `https` URL that events can be sent to.
             *
             *     `events_invalid`: `events` is not a list of types of events.
             *
             *     `description_invalid`: `description` is longer than 200 characters, or has a line break or another control character.
             *
             *     `body_invalid`: The request body cannot be read as its media type says.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `idempotency_answer_dropped`: The request with this `Idempotency-Key` was carried out, but its answer is not kept any more: the account had more bytes of answers than it may.
             *
             *     `idempotency_key_in_use`: A request with this `Idempotency-Key` is under way, or was interrupted, so it isn’t known whether it was carried out.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is larger than 1 MiB; for a host’s rules, 32 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `idempotency_key_reused`: Another request had this `Idempotency-Key` within 24 hours. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                webhook_endpoint_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description Update only the resource with this `ETag`; otherwise the answer is 412. */
                "if-match"?: string;
            };
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                webhook_endpoint_uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["WebhookEndpointUpdate"];
                "application/json": components["schemas"]["WebhookEndpointUpdate"];
                "multipart/form-data": components["schemas"]["WebhookEndpointUpdate"];
            };
        };
        responses: {
            /** @description The endpoint as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /**
             * @description `active_invalid`: `active` is not a boolean.
             *
             *     `url_invalid`: `url` is missing, or not an `https` URL that events can be sent to.
             *
             *     `events_invalid`: `events` is not a list of types of events.
             *
             *     `description_invalid`: `description` is longer than 200 characters, or has a line break or another control character.
             *
             *     `body_invalid`: The request body cannot be read as its media type says.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `precondition_failed`: The resource, or a host’s rules, is not what `If-Match` names: somebody else changed it. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is larger than 1 MiB; for a host’s rules, 32 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                webhook_endpoint_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A confirmation that names the uuid. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own, such as a UUID. The request is carried out once in 24 hours; sent again with the same key and body, it gets the first answer. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                webhook_endpoint_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint, with its new secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointWithSecret"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `idempotency_answer_dropped`: The request with this `Idempotency-Key` was carried out, but its answer is not kept any more: the account had more bytes of answers than it may.
             *
             *     `idempotency_key_in_use`: A request with this `Idempotency-Key` is under way, or was interrupted, so it isn’t known whether it was carried out.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `idempotency_key_reused`: Another request had this `Idempotency-Key` within 24 hours. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Only those in this state. */
                status?: "pending" | "delivered" | "failed" | "canceled";
                /** @description Only events of this type. */
                type?: "custom_domain.created" | "custom_domain.updated" | "custom_domain.deleted" | "custom_domain.ready" | "custom_domain.dns_found" | "custom_domain.dns_lost" | "custom_domain.ownership_verified" | "certificate.issued" | "certificate.renewed" | "certificate.failed" | "certificate.expiring" | "redirect.created" | "redirect.updated" | "redirect.deleted" | "rules.replaced" | "usage.closed" | "finding.opened" | "finding.resolved" | "webhook_endpoint.test";
                /** @description Page number, from 1. */
                page?: number;
                /** @description Items per page, 1 to 1000. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                webhook_endpoint_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries, newest first. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    /** @description The URLs of the first, previous, next and last page (RFC 8288). */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookDeliverySummary"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            /**
             * @description `status_invalid`: `status` of a list of deliveries is not `pending`, `delivered`, `failed` or `canceled`.
             *
             *     `type_invalid`: `type` of a list of deliveries is not a type of events.
             *
             *     `page_invalid`: `page` is not an integer from 1.
             *
             *     `per_page_invalid`: `per_page` is not an integer from 1 to 1000.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                webhook_endpoint_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                webhook_delivery_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery, with its body and attempts. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    replayWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                webhook_endpoint_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                webhook_delivery_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            /** @description `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    testWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own, such as a UUID. The request is carried out once in 24 hours; sent again with the same key and body, it gets the first answer. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                webhook_endpoint_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery of the event. */
            201: {
                headers: {
                    /** @description The path of what was created. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            /** @description `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `idempotency_answer_dropped`: The request with this `Idempotency-Key` was carried out, but its answer is not kept any more: the account had more bytes of answers than it may.
             *
             *     `idempotency_key_in_use`: A request with this `Idempotency-Key` is under way, or was interrupted, so it isn’t known whether it was carried out.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `idempotency_key_reused`: Another request had this `Idempotency-Key` within 24 hours. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listConnectLinks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                upstream_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                custom_domain_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The open links, newest first. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectLink"][];
                };
            };
            /** @description `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createConnectLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own, such as a UUID. The request is carried out once in 24 hours; sent again with the same key and body, it gets the first answer. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                upstream_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                custom_domain_uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["ConnectLinkCreate"];
                "application/json": components["schemas"]["ConnectLinkCreate"];
                "multipart/form-data": components["schemas"]["ConnectLinkCreate"];
            };
        };
        responses: {
            /** @description The link created, with its address. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedConnectLink"];
                };
            };
            /**
             * @description `expires_at_invalid`: `expires_at` is not an instant in the future, or null.
             *
             *     `email_invalid`: `email` is missing or not an email address.
             *
             *     `email_taken`: A user with this `email` has this `password` already.
             *
             *     `kind_invalid`: `kind` of a connect link is not `connect` or `statistics`, or that of a list of findings is no kind of them.
             *
             *     `embed_origins_invalid`: `embed_origins` is not a list of at most 20 origins such as `https://www.example.com`, or is given for the kind `connect`.
             *
             *     `body_invalid`: The request body cannot be read as its media type says.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `idempotency_answer_dropped`: The request with this `Idempotency-Key` was carried out, but its answer is not kept any more: the account had more bytes of answers than it may.
             *
             *     `idempotency_key_in_use`: A request with this `Idempotency-Key` is under way, or was interrupted, so it isn’t known whether it was carried out.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is larger than 1 MiB; for a host’s rules, 32 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `idempotency_key_reused`: Another request had this `Idempotency-Key` within 24 hours. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `email_failed`: The mail server can’t be reached within 15 s, or takes no e-mail from the service. There is no link then.
             *
             *     `query_too_expensive`: An analytics query takes more time or memory than one may have; ask for less.
             *
             *     `identity_provider_away`: The identity provider can’t be reached, or doesn’t work; try again later.
             *
             *     `unavailable`: A store is away or takes no writes, such as when its disk is full; try again later.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    revokeConnectLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                upstream_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                custom_domain_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                connect_link_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A confirmation that names the uuid. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getBrand: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What customers see of the account. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Brand"];
                };
            };
            /** @description `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateBrand: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["BrandUpdate"];
                "application/json": components["schemas"]["BrandUpdate"];
                "multipart/form-data": components["schemas"]["BrandUpdate"];
            };
        };
        responses: {
            /** @description The brand as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Brand"];
                };
            };
            /**
             * @description `name_invalid`: `name` is missing or not 1 to 200 characters on one line.
             *
             *     `color_invalid`: `color` is not `#` and 6 hexadecimal digits, or null.
             *
             *     `logo_invalid`: `logo` is not a `data:` URL of a PNG, JPEG or WebP picture of at most 100 KB, or null.
             *
             *     `body_invalid`: The request body cannot be read as its media type says.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is larger than 1 MiB; for a host’s rules, 32 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listCustomCertificates: {
        parameters: {
            query?: {
                /** @description Page number, from 1. */
                page?: number;
                /** @description Items per page, 1 to 1000. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of custom certificates. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    /** @description The URLs of the first, previous, next and last page (RFC 8288). */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CustomCertificate"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            /**
             * @description `page_invalid`: `page` is not an integer from 1.
             *
             *     `per_page_invalid`: `per_page` is not an integer from 1 to 1000.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createCustomCertificate: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own, such as a UUID. The request is carried out once in 24 hours; sent again with the same key and body, it gets the first answer. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["CustomCertificateCreate"];
                "application/json": components["schemas"]["CustomCertificateCreate"];
                "multipart/form-data": components["schemas"]["CustomCertificateCreate"];
            };
        };
        responses: {
            /** @description The custom certificate, without its private key. */
            201: {
                headers: {
                    /** @description The path of what was created. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomCertificate"];
                };
            };
            /**
             * @description `certificate_invalid`: `certificate` is missing or not a PEM certificate that can be served: expired, without a DNS name, with a key or a signature that is too weak.
             *
             *     `certificate_taken`: The account has the same certificate already.
             *
             *     `private_key_invalid`: `private_key` is missing, not a PEM private key, encrypted, or not the key of the certificate.
             *
             *     `body_invalid`: The request body cannot be read as its media type says.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `idempotency_answer_dropped`: The request with this `Idempotency-Key` was carried out, but its answer is not kept any more: the account had more bytes of answers than it may.
             *
             *     `idempotency_key_in_use`: A request with this `Idempotency-Key` is under way, or was interrupted, so it isn’t known whether it was carried out.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is larger than 1 MiB; for a host’s rules, 32 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `idempotency_key_reused`: Another request had this `Idempotency-Key` within 24 hours. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `email_failed`: The mail server can’t be reached within 15 s, or takes no e-mail from the service. There is no link then.
             *
             *     `query_too_expensive`: An analytics query takes more time or memory than one may have; ask for less.
             *
             *     `identity_provider_away`: The identity provider can’t be reached, or doesn’t work; try again later.
             *
             *     `unavailable`: A store is away or takes no writes, such as when its disk is full; try again later.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getCustomCertificate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                certificate_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The custom certificate. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomCertificate"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteCustomCertificate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                certificate_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A confirmation that names the uuid. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listAutomaticCertificates: {
        parameters: {
            query?: {
                /** @description Only this host. */
                host?: string;
                /** @description Only hosts in this state. */
                state?: "expired" | "failing" | "valid" | "waiting" | "missing";
                /** @description Page number, from 1. */
                page?: number;
                /** @description Items per page, 1 to 1000. */
                per_page?: number;
                /** @description Field to sort by; `-` before it for descending order. What has no such time comes last, or first. */
                sort?: "host" | "-host" | "expires_at" | "-expires_at" | "next_attempt_at" | "-next_attempt_at";
            };
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of hosts with their certificates. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    /** @description The URLs of the first, previous, next and last page (RFC 8288). */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AutomaticCertificate"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            /**
             * @description `host_invalid`: `host` is missing, or not a host name that can be used here.
             *
             *     `host_taken`: `host` is already used by another custom domain, or it or the `www.` host that `redirect_to_www` needs, or the host of rules, belongs to another account. The host of rules: or did until recently.
             *
             *     `page_invalid`: `page` is not an integer from 1.
             *
             *     `per_page_invalid`: `per_page` is not an integer from 1 to 1000.
             *
             *     `state_invalid`: `state` is not one of the states that the list has.
             *
             *     `sort_invalid`: `sort` does not name a sortable field, optionally preceded by `-`.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getAutomaticCertificate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /**
                 * @description The host, or a wildcard.
                 * @example shop.example.com
                 */
                host: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The host with its certificate. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AutomaticCertificate"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    orderAutomaticCertificate: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own, such as a UUID. The request is carried out once in 24 hours; sent again with the same key and body, it gets the first answer. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /**
                 * @description The host, or a wildcard.
                 * @example shop.example.com
                 */
                host: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The host, whose certificate is ordered. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AutomaticCertificate"];
                };
            };
            /** @description `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `idempotency_answer_dropped`: The request with this `Idempotency-Key` was carried out, but its answer is not kept any more: the account had more bytes of answers than it may.
             *
             *     `idempotency_key_in_use`: A request with this `Idempotency-Key` is under way, or was interrupted, so it isn’t known whether it was carried out.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is larger than 1 MiB; for a host’s rules, 32 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `idempotency_key_reused`: Another request had this `Idempotency-Key` within 24 hours. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listUpstreamErrorPages: {
        parameters: {
            query?: {
                /** @description Page number, from 1. */
                page?: number;
                /** @description Items per page, 1 to 1000. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                upstream_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, in order of status, without the HTML. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    /** @description The URLs of the first, previous, next and last page (RFC 8288). */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ErrorPageSummary"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            /**
             * @description `page_invalid`: `page` is not an integer from 1.
             *
             *     `per_page_invalid`: `per_page` is not an integer from 1 to 1000.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getUpstreamErrorPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                upstream_uuid: string;
                /** @description The status that the page is for. */
                status: 404 | 502 | 503;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorPage"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    setUpstreamErrorPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                upstream_uuid: string;
                /** @description The status that the page is for. */
                status: 404 | 502 | 503;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["ErrorPageSet"];
                "application/json": components["schemas"]["ErrorPageSet"];
                "multipart/form-data": components["schemas"]["ErrorPageSet"];
            };
        };
        responses: {
            /** @description The page, which took the place of another one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorPage"];
                };
            };
            /** @description The page created. */
            201: {
                headers: {
                    /** @description The path of what was created. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorPage"];
                };
            };
            /**
             * @description `html_invalid`: `html` of an error page is missing or empty, or has more than 65,536 bytes in UTF-8.
             *
             *     `body_invalid`: The request body cannot be read as its media type says.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is larger than 1 MiB; for a host’s rules, 32 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteUpstreamErrorPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                upstream_uuid: string;
                /** @description The status that the page is for. */
                status: 404 | 502 | 503;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A confirmation that names the status. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listCustomDomainErrorPages: {
        parameters: {
            query?: {
                /** @description Page number, from 1. */
                page?: number;
                /** @description Items per page, 1 to 1000. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                upstream_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                custom_domain_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, in order of status, without the HTML. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    /** @description The URLs of the first, previous, next and last page (RFC 8288). */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ErrorPageSummary"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            /**
             * @description `page_invalid`: `page` is not an integer from 1.
             *
             *     `per_page_invalid`: `per_page` is not an integer from 1 to 1000.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getCustomDomainErrorPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                upstream_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                custom_domain_uuid: string;
                /** @description The status that the page is for. */
                status: 404 | 502 | 503;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorPage"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    setCustomDomainErrorPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                upstream_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                custom_domain_uuid: string;
                /** @description The status that the page is for. */
                status: 404 | 502 | 503;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["ErrorPageSet"];
                "application/json": components["schemas"]["ErrorPageSet"];
                "multipart/form-data": components["schemas"]["ErrorPageSet"];
            };
        };
        responses: {
            /** @description The page, which took the place of another one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorPage"];
                };
            };
            /** @description The page created. */
            201: {
                headers: {
                    /** @description The path of what was created. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorPage"];
                };
            };
            /**
             * @description `html_invalid`: `html` of an error page is missing or empty, or has more than 65,536 bytes in UTF-8.
             *
             *     `body_invalid`: The request body cannot be read as its media type says.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is larger than 1 MiB; for a host’s rules, 32 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteCustomDomainErrorPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                upstream_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                custom_domain_uuid: string;
                /** @description The status that the page is for. */
                status: 404 | 502 | 503;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A confirmation that names the status. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getUniqueVisitorsCount: {
        parameters: {
            query?: {
                /**
                 * @description First day, UTC. Default: 30 days before today.
                 * @example 2026-05-04
                 */
                from?: string;
                /**
                 * @description Last day, UTC; included. Default: today.
                 * @example 2026-05-04
                 */
                to?: string;
            };
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Number of distinct visitors. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                    };
                };
            };
            /**
             * @description `from_invalid`: `from` is not a date of the form `YYYY-MM-DD`.
             *
             *     `to_invalid`: `to` is not a date of the form `YYYY-MM-DD`.
             *
             *     `date_range_invalid`: `from` is after `to`, or the range has more than 3,660 days.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `email_failed`: The mail server can’t be reached within 15 s, or takes no e-mail from the service. There is no link then.
             *
             *     `query_too_expensive`: An analytics query takes more time or memory than one may have; ask for less.
             *
             *     `identity_provider_away`: The identity provider can’t be reached, or doesn’t work; try again later.
             *
             *     `unavailable`: A store is away or takes no writes, such as when its disk is full; try again later.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getUniqueVisitorsByDate: {
        parameters: {
            query?: {
                /**
                 * @description First day, UTC. Default: 30 days before today.
                 * @example 2026-05-04
                 */
                from?: string;
                /**
                 * @description Last day, UTC; included. Default: today.
                 * @example 2026-05-04
                 */
                to?: string;
                /** @description Length of the buckets: a day, a week from its Monday, or a month. */
                frequency?: "day" | "week" | "month";
            };
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Number of distinct visitors over time. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The first day of each bucket → its number, in time order, without gaps. The first and the last bucket count only days from `from` to `to`; the first one may begin before `from`.
                         * @example {
                         *       "2026-05-04": 120,
                         *       "2026-05-05": 0
                         *     }
                         */
                        data: {
                            [key: string]: number;
                        };
                    };
                };
            };
            /**
             * @description `from_invalid`: `from` is not a date of the form `YYYY-MM-DD`.
             *
             *     `to_invalid`: `to` is not a date of the form `YYYY-MM-DD`.
             *
             *     `date_range_invalid`: `from` is after `to`, or the range has more than 3,660 days.
             *
             *     `frequency_invalid`: `frequency` is not `day`, `week` or `month`.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `email_failed`: The mail server can’t be reached within 15 s, or takes no e-mail from the service. There is no link then.
             *
             *     `query_too_expensive`: An analytics query takes more time or memory than one may have; ask for less.
             *
             *     `identity_provider_away`: The identity provider can’t be reached, or doesn’t work; try again later.
             *
             *     `unavailable`: A store is away or takes no writes, such as when its disk is full; try again later.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getTotalPageviewsCount: {
        parameters: {
            query?: {
                /**
                 * @description First day, UTC. Default: 30 days before today.
                 * @example 2026-05-04
                 */
                from?: string;
                /**
                 * @description Last day, UTC; included. Default: today.
                 * @example 2026-05-04
                 */
                to?: string;
            };
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Number of pageviews. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                    };
                };
            };
            /**
             * @description `from_invalid`: `from` is not a date of the form `YYYY-MM-DD`.
             *
             *     `to_invalid`: `to` is not a date of the form `YYYY-MM-DD`.
             *
             *     `date_range_invalid`: `from` is after `to`, or the range has more than 3,660 days.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `email_failed`: The mail server can’t be reached within 15 s, or takes no e-mail from the service. There is no link then.
             *
             *     `query_too_expensive`: An analytics query takes more time or memory than one may have; ask for less.
             *
             *     `identity_provider_away`: The identity provider can’t be reached, or doesn’t work; try again later.
             *
             *     `unavailable`: A store is away or takes no writes, such as when its disk is full; try again later.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getPageviewsByDate: {
        parameters: {
            query?: {
                /**
                 * @description First day, UTC. Default: 30 days before today.
                 * @example 2026-05-04
                 */
                from?: string;
                /**
                 * @description Last day, UTC; included. Default: today.
                 * @example 2026-05-04
                 */
                to?: string;
                /** @description Length of the buckets: a day, a week from its Monday, or a month. */
                frequency?: "day" | "week" | "month";
            };
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Number of pageviews over time. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The first day of each bucket → its number, in time order, without gaps. The first and the last bucket count only days from `from` to `to`; the first one may begin before `from`.
                         * @example {
                         *       "2026-05-04": 120,
                         *       "2026-05-05": 0
                         *     }
                         */
                        data: {
                            [key: string]: number;
                        };
                    };
                };
            };
            /**
             * @description `from_invalid`: `from` is not a date of the form `YYYY-MM-DD`.
             *
             *     `to_invalid`: `to` is not a date of the form `YYYY-MM-DD`.
             *
             *     `date_range_invalid`: `from` is after `to`, or the range has more than 3,660 days.
             *
             *     `frequency_invalid`: `frequency` is not `day`, `week` or `month`.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `email_failed`: The mail server can’t be reached within 15 s, or takes no e-mail from the service. There is no link then.
             *
             *     `query_too_expensive`: An analytics query takes more time or memory than one may have; ask for less.
             *
             *     `identity_provider_away`: The identity provider can’t be reached, or doesn’t work; try again later.
             *
             *     `unavailable`: A store is away or takes no writes, such as when its disk is full; try again later.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getTotalVisitsCount: {
        parameters: {
            query?: {
                /**
                 * @description First day, UTC. Default: 30 days before today.
                 * @example 2026-05-04
                 */
                from?: string;
                /**
                 * @description Last day, UTC; included. Default: today.
                 * @example 2026-05-04
                 */
                to?: string;
            };
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Number of visits. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                    };
                };
            };
            /**
             * @description `from_invalid`: `from` is not a date of the form `YYYY-MM-DD`.
             *
             *     `to_invalid`: `to` is not a date of the form `YYYY-MM-DD`.
             *
             *     `date_range_invalid`: `from` is after `to`, or the range has more than 3,660 days.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `email_failed`: The mail server can’t be reached within 15 s, or takes no e-mail from the service. There is no link then.
             *
             *     `query_too_expensive`: An analytics query takes more time or memory than one may have; ask for less.
             *
             *     `identity_provider_away`: The identity provider can’t be reached, or doesn’t work; try again later.
             *
             *     `unavailable`: A store is away or takes no writes, such as when its disk is full; try again later.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getVisitsByDate: {
        parameters: {
            query?: {
                /**
                 * @description First day, UTC. Default: 30 days before today.
                 * @example 2026-05-04
                 */
                from?: string;
                /**
                 * @description Last day, UTC; included. Default: today.
                 * @example 2026-05-04
                 */
                to?: string;
                /** @description Length of the buckets: a day, a week from its Monday, or a month. */
                frequency?: "day" | "week" | "month";
            };
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Number of visits over time. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The first day of each bucket → its number, in time order, without gaps. The first and the last bucket count only days from `from` to `to`; the first one may begin before `from`.
                         * @example {
                         *       "2026-05-04": 120,
                         *       "2026-05-05": 0
                         *     }
                         */
                        data: {
                            [key: string]: number;
                        };
                    };
                };
            };
            /**
             * @description `from_invalid`: `from` is not a date of the form `YYYY-MM-DD`.
             *
             *     `to_invalid`: `to` is not a date of the form `YYYY-MM-DD`.
             *
             *     `date_range_invalid`: `from` is after `to`, or the range has more than 3,660 days.
             *
             *     `frequency_invalid`: `frequency` is not `day`, `week` or `month`.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `email_failed`: The mail server can’t be reached within 15 s, or takes no e-mail from the service. There is no link then.
             *
             *     `query_too_expensive`: An analytics query takes more time or memory than one may have; ask for less.
             *
             *     `identity_provider_away`: The identity provider can’t be reached, or doesn’t work; try again later.
             *
             *     `unavailable`: A store is away or takes no writes, such as when its disk is full; try again later.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getPageviewsPerVisitByDate: {
        parameters: {
            query?: {
                /**
                 * @description First day, UTC. Default: 30 days before today.
                 * @example 2026-05-04
                 */
                from?: string;
                /**
                 * @description Last day, UTC; included. Default: today.
                 * @example 2026-05-04
                 */
                to?: string;
                /** @description Length of the buckets: a day, a week from its Monday, or a month. */
                frequency?: "day" | "week" | "month";
            };
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Pageviews per visit over time. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The first day of each bucket → its number, in time order, without gaps. The first and the last bucket count only days from `from` to `to`; the first one may begin before `from`.
                         * @example {
                         *       "2026-05-04": 120,
                         *       "2026-05-05": 0
                         *     }
                         */
                        data: {
                            [key: string]: number;
                        };
                    };
                };
            };
            /**
             * @description `from_invalid`: `from` is not a date of the form `YYYY-MM-DD`.
             *
             *     `to_invalid`: `to` is not a date of the form `YYYY-MM-DD`.
             *
             *     `date_range_invalid`: `from` is after `to`, or the range has more than 3,660 days.
             *
             *     `frequency_invalid`: `frequency` is not `day`, `week` or `month`.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `email_failed`: The mail server can’t be reached within 15 s, or takes no e-mail from the service. There is no link then.
             *
             *     `query_too_expensive`: An analytics query takes more time or memory than one may have; ask for less.
             *
             *     `identity_provider_away`: The identity provider can’t be reached, or doesn’t work; try again later.
             *
             *     `unavailable`: A store is away or takes no writes, such as when its disk is full; try again later.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getSources: {
        parameters: {
            query?: {
                /**
                 * @description First day, UTC. Default: 30 days before today.
                 * @example 2026-05-04
                 */
                from?: string;
                /**
                 * @description Last day, UTC; included. Default: today.
                 * @example 2026-05-04
                 */
                to?: string;
                /** @description How many items the list may have. Percentages are of the whole list all the same. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sources by number of visits. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description By `count` descending, then by `name`. */
                        data: {
                            name: string;
                            count: number;
                            /** @description 0 to 100, two decimals; of the sum over the whole list. */
                            percentage: number;
                        }[];
                    };
                };
            };
            /**
             * @description `from_invalid`: `from` is not a date of the form `YYYY-MM-DD`.
             *
             *     `to_invalid`: `to` is not a date of the form `YYYY-MM-DD`.
             *
             *     `date_range_invalid`: `from` is after `to`, or the range has more than 3,660 days.
             *
             *     `limit_invalid`: `limit` is not an integer from 1 to 10000, or a limit that the operator sets for an account is none.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `email_failed`: The mail server can’t be reached within 15 s, or takes no e-mail from the service. There is no link then.
             *
             *     `query_too_expensive`: An analytics query takes more time or memory than one may have; ask for less.
             *
             *     `identity_provider_away`: The identity provider can’t be reached, or doesn’t work; try again later.
             *
             *     `unavailable`: A store is away or takes no writes, such as when its disk is full; try again later.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getUtmParams: {
        parameters: {
            query: {
                /**
                 * @description First day, UTC. Default: 30 days before today.
                 * @example 2026-05-04
                 */
                from?: string;
                /**
                 * @description Last day, UTC; included. Default: today.
                 * @example 2026-05-04
                 */
                to?: string;
                /** @description The UTM parameter, with or without `utm_`. */
                utm_param: "utm_source" | "utm_medium" | "utm_campaign" | "utm_term" | "utm_content" | "source" | "medium" | "campaign" | "term" | "content";
                /** @description How many items the list may have. Percentages are of the whole list all the same. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Values of a UTM parameter by number of visits. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description By `count` descending, then by `value`. */
                        data: {
                            value: string;
                            count: number;
                            /** @description 0 to 100, two decimals; of the sum over the whole list. */
                            percentage: number;
                        }[];
                    };
                };
            };
            /**
             * @description `from_invalid`: `from` is not a date of the form `YYYY-MM-DD`.
             *
             *     `to_invalid`: `to` is not a date of the form `YYYY-MM-DD`.
             *
             *     `date_range_invalid`: `from` is after `to`, or the range has more than 3,660 days.
             *
             *     `utm_param_invalid`: `utm_param` is missing, or none of `utm_source`, `utm_medium`, `utm_campaign`, `utm_term`, `utm_content`, with or without `utm_`.
             *
             *     `limit_invalid`: `limit` is not an integer from 1 to 10000, or a limit that the operator sets for an account is none.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `email_failed`: The mail server can’t be reached within 15 s, or takes no e-mail from the service. There is no link then.
             *
             *     `query_too_expensive`: An analytics query takes more time or memory than one may have; ask for less.
             *
             *     `identity_provider_away`: The identity provider can’t be reached, or doesn’t work; try again later.
             *
             *     `unavailable`: A store is away or takes no writes, such as when its disk is full; try again later.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getPages: {
        parameters: {
            query?: {
                /**
                 * @description First day, UTC. Default: 30 days before today.
                 * @example 2026-05-04
                 */
                from?: string;
                /**
                 * @description Last day, UTC; included. Default: today.
                 * @example 2026-05-04
                 */
                to?: string;
                /** @description How many items the list may have. Percentages are of the whole list all the same. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Paths by number of pageviews. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description By `views` descending, then by `path`. */
                        data: {
                            path: string;
                            views: number;
                            /** @description 0 to 100, two decimals; of the sum over the whole list. */
                            percentage: number;
                        }[];
                    };
                };
            };
            /**
             * @description `from_invalid`: `from` is not a date of the form `YYYY-MM-DD`.
             *
             *     `to_invalid`: `to` is not a date of the form `YYYY-MM-DD`.
             *
             *     `date_range_invalid`: `from` is after `to`, or the range has more than 3,660 days.
             *
             *     `limit_invalid`: `limit` is not an integer from 1 to 10000, or a limit that the operator sets for an account is none.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `email_failed`: The mail server can’t be reached within 15 s, or takes no e-mail from the service. There is no link then.
             *
             *     `query_too_expensive`: An analytics query takes more time or memory than one may have; ask for less.
             *
             *     `identity_provider_away`: The identity provider can’t be reached, or doesn’t work; try again later.
             *
             *     `unavailable`: A store is away or takes no writes, such as when its disk is full; try again later.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getLocations: {
        parameters: {
            query?: {
                /**
                 * @description First day, UTC. Default: 30 days before today.
                 * @example 2026-05-04
                 */
                from?: string;
                /**
                 * @description Last day, UTC; included. Default: today.
                 * @example 2026-05-04
                 */
                to?: string;
                /** @description What locations are. */
                location_type?: "country" | "region" | "city";
                /**
                 * @description ISO 3166-2 code of a region, with `location_type=city` only: only the visitors in it count. Default: all.
                 * @example DE-BY
                 */
                region?: string;
                /** @description How many items the list may have. Percentages are of the whole list all the same. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Countries, regions or cities by number of distinct visitors. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description By `visitors` descending, then by `location`. */
                        data: {
                            location: string;
                            /** @description ISO 3166-1 alpha-2, of regions ISO 3166-2, of cities the country’s; empty when unknown. */
                            code: string;
                            visitors: number;
                            /** @description 0 to 100, two decimals; of the sum over the whole list. */
                            percentage: number;
                        }[];
                    };
                };
            };
            /**
             * @description `from_invalid`: `from` is not a date of the form `YYYY-MM-DD`.
             *
             *     `to_invalid`: `to` is not a date of the form `YYYY-MM-DD`.
             *
             *     `date_range_invalid`: `from` is after `to`, or the range has more than 3,660 days.
             *
             *     `location_type_invalid`: `location_type` is not `country`, `region` or `city`.
             *
             *     `region_invalid`: `region` is not of the form of an ISO 3166-2 code such as `DE-BY`, or `location_type` is not `city`.
             *
             *     `limit_invalid`: `limit` is not an integer from 1 to 10000, or a limit that the operator sets for an account is none.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `email_failed`: The mail server can’t be reached within 15 s, or takes no e-mail from the service. There is no link then.
             *
             *     `query_too_expensive`: An analytics query takes more time or memory than one may have; ask for less.
             *
             *     `identity_provider_away`: The identity provider can’t be reached, or doesn’t work; try again later.
             *
             *     `unavailable`: A store is away or takes no writes, such as when its disk is full; try again later.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getDevices: {
        parameters: {
            query?: {
                /**
                 * @description First day, UTC. Default: 30 days before today.
                 * @example 2026-05-04
                 */
                from?: string;
                /**
                 * @description Last day, UTC; included. Default: today.
                 * @example 2026-05-04
                 */
                to?: string;
                /** @description How many items the list may have. Percentages are of the whole list all the same. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Browsers, operating systems and screen sizes by number of distinct visitors. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description By `count` descending, then by `name`. */
                            browsers: {
                                name: string;
                                /** @description Slug of the name; it does not change. */
                                browser_id: string;
                                count: number;
                                /** @description 0 to 100, two decimals; of the sum over the whole list. */
                                percentage: number;
                            }[];
                            /** @description By `count` descending, then by `name`. */
                            operating_systems: {
                                name: string;
                                /** @description Slug of the name; it does not change. */
                                operating_system_id: string;
                                count: number;
                                /** @description 0 to 100, two decimals; of the sum over the whole list. */
                                percentage: number;
                            }[];
                            /** @description By `count` descending, then by `name`. */
                            screen_sizes: {
                                name: string;
                                /** @description Slug of the name; it does not change. */
                                screen_size_id: string;
                                count: number;
                                /** @description 0 to 100, two decimals; of the sum over the whole list. */
                                percentage: number;
                            }[];
                        };
                    };
                };
            };
            /**
             * @description `from_invalid`: `from` is not a date of the form `YYYY-MM-DD`.
             *
             *     `to_invalid`: `to` is not a date of the form `YYYY-MM-DD`.
             *
             *     `date_range_invalid`: `from` is after `to`, or the range has more than 3,660 days.
             *
             *     `limit_invalid`: `limit` is not an integer from 1 to 10000, or a limit that the operator sets for an account is none.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `email_failed`: The mail server can’t be reached within 15 s, or takes no e-mail from the service. There is no link then.
             *
             *     `query_too_expensive`: An analytics query takes more time or memory than one may have; ask for less.
             *
             *     `identity_provider_away`: The identity provider can’t be reached, or doesn’t work; try again later.
             *
             *     `unavailable`: A store is away or takes no writes, such as when its disk is full; try again later.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getBounceRate: {
        parameters: {
            query?: {
                /**
                 * @description First day, UTC. Default: 30 days before today.
                 * @example 2026-05-04
                 */
                from?: string;
                /**
                 * @description Last day, UTC; included. Default: today.
                 * @example 2026-05-04
                 */
                to?: string;
            };
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Visits of a single pageview, in percent of all visits. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        rate: number;
                    };
                };
            };
            /**
             * @description `from_invalid`: `from` is not a date of the form `YYYY-MM-DD`.
             *
             *     `to_invalid`: `to` is not a date of the form `YYYY-MM-DD`.
             *
             *     `date_range_invalid`: `from` is after `to`, or the range has more than 3,660 days.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `email_failed`: The mail server can’t be reached within 15 s, or takes no e-mail from the service. There is no link then.
             *
             *     `query_too_expensive`: An analytics query takes more time or memory than one may have; ask for less.
             *
             *     `identity_provider_away`: The identity provider can’t be reached, or doesn’t work; try again later.
             *
             *     `unavailable`: A store is away or takes no writes, such as when its disk is full; try again later.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getBounceRateByDate: {
        parameters: {
            query?: {
                /**
                 * @description First day, UTC. Default: 30 days before today.
                 * @example 2026-05-04
                 */
                from?: string;
                /**
                 * @description Last day, UTC; included. Default: today.
                 * @example 2026-05-04
                 */
                to?: string;
                /** @description Length of the buckets: a day, a week from its Monday, or a month. */
                frequency?: "day" | "week" | "month";
            };
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Visits of a single pageview over time, in percent of all visits. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The first day of each bucket → its number, in time order, without gaps. The first and the last bucket count only days from `from` to `to`; the first one may begin before `from`.
                         * @example {
                         *       "2026-05-04": 120,
                         *       "2026-05-05": 0
                         *     }
                         */
                        data: {
                            [key: string]: number;
                        };
                    };
                };
            };
            /**
             * @description `from_invalid`: `from` is not a date of the form `YYYY-MM-DD`.
             *
             *     `to_invalid`: `to` is not a date of the form `YYYY-MM-DD`.
             *
             *     `date_range_invalid`: `from` is after `to`, or the range has more than 3,660 days.
             *
             *     `frequency_invalid`: `frequency` is not `day`, `week` or `month`.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `email_failed`: The mail server can’t be reached within 15 s, or takes no e-mail from the service. There is no link then.
             *
             *     `query_too_expensive`: An analytics query takes more time or memory than one may have; ask for less.
             *
             *     `identity_provider_away`: The identity provider can’t be reached, or doesn’t work; try again later.
             *
             *     `unavailable`: A store is away or takes no writes, such as when its disk is full; try again later.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getAverageVisitDuration: {
        parameters: {
            query?: {
                /**
                 * @description First day, UTC. Default: 30 days before today.
                 * @example 2026-05-04
                 */
                from?: string;
                /**
                 * @description Last day, UTC; included. Default: today.
                 * @example 2026-05-04
                 */
                to?: string;
            };
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Average time from the first to the last pageview of a visit in seconds. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        duration: number;
                    };
                };
            };
            /**
             * @description `from_invalid`: `from` is not a date of the form `YYYY-MM-DD`.
             *
             *     `to_invalid`: `to` is not a date of the form `YYYY-MM-DD`.
             *
             *     `date_range_invalid`: `from` is after `to`, or the range has more than 3,660 days.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `email_failed`: The mail server can’t be reached within 15 s, or takes no e-mail from the service. There is no link then.
             *
             *     `query_too_expensive`: An analytics query takes more time or memory than one may have; ask for less.
             *
             *     `identity_provider_away`: The identity provider can’t be reached, or doesn’t work; try again later.
             *
             *     `unavailable`: A store is away or takes no writes, such as when its disk is full; try again later.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getAverageVisitDurationByDate: {
        parameters: {
            query?: {
                /**
                 * @description First day, UTC. Default: 30 days before today.
                 * @example 2026-05-04
                 */
                from?: string;
                /**
                 * @description Last day, UTC; included. Default: today.
                 * @example 2026-05-04
                 */
                to?: string;
                /** @description Length of the buckets: a day, a week from its Monday, or a month. */
                frequency?: "day" | "week" | "month";
            };
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Average time from the first to the last pageview of a visit in seconds, over time. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The first day of each bucket → its number, in time order, without gaps. The first and the last bucket count only days from `from` to `to`; the first one may begin before `from`.
                         * @example {
                         *       "2026-05-04": 120,
                         *       "2026-05-05": 0
                         *     }
                         */
                        data: {
                            [key: string]: number;
                        };
                    };
                };
            };
            /**
             * @description `from_invalid`: `from` is not a date of the form `YYYY-MM-DD`.
             *
             *     `to_invalid`: `to` is not a date of the form `YYYY-MM-DD`.
             *
             *     `date_range_invalid`: `from` is after `to`, or the range has more than 3,660 days.
             *
             *     `frequency_invalid`: `frequency` is not `day`, `week` or `month`.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `email_failed`: The mail server can’t be reached within 15 s, or takes no e-mail from the service. There is no link then.
             *
             *     `query_too_expensive`: An analytics query takes more time or memory than one may have; ask for less.
             *
             *     `identity_provider_away`: The identity provider can’t be reached, or doesn’t work; try again later.
             *
             *     `unavailable`: A store is away or takes no writes, such as when its disk is full; try again later.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getEntryPages: {
        parameters: {
            query?: {
                /**
                 * @description First day, UTC. Default: 30 days before today.
                 * @example 2026-05-04
                 */
                from?: string;
                /**
                 * @description Last day, UTC; included. Default: today.
                 * @example 2026-05-04
                 */
                to?: string;
                /** @description How many items the list may have. Percentages are of the whole list all the same. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Paths by number of visits that begin there. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description By `visits` descending, then by `path`. */
                        data: {
                            path: string;
                            visits: number;
                            /** @description 0 to 100, two decimals; of the sum over the whole list. */
                            percentage: number;
                        }[];
                    };
                };
            };
            /**
             * @description `from_invalid`: `from` is not a date of the form `YYYY-MM-DD`.
             *
             *     `to_invalid`: `to` is not a date of the form `YYYY-MM-DD`.
             *
             *     `date_range_invalid`: `from` is after `to`, or the range has more than 3,660 days.
             *
             *     `limit_invalid`: `limit` is not an integer from 1 to 10000, or a limit that the operator sets for an account is none.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `email_failed`: The mail server can’t be reached within 15 s, or takes no e-mail from the service. There is no link then.
             *
             *     `query_too_expensive`: An analytics query takes more time or memory than one may have; ask for less.
             *
             *     `identity_provider_away`: The identity provider can’t be reached, or doesn’t work; try again later.
             *
             *     `unavailable`: A store is away or takes no writes, such as when its disk is full; try again later.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getExitPages: {
        parameters: {
            query?: {
                /**
                 * @description First day, UTC. Default: 30 days before today.
                 * @example 2026-05-04
                 */
                from?: string;
                /**
                 * @description Last day, UTC; included. Default: today.
                 * @example 2026-05-04
                 */
                to?: string;
                /** @description How many items the list may have. Percentages are of the whole list all the same. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Paths by number of visits that end there. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description By `visits` descending, then by `path`. */
                        data: {
                            path: string;
                            visits: number;
                            /** @description 0 to 100, two decimals; of the sum over the whole list. */
                            percentage: number;
                        }[];
                    };
                };
            };
            /**
             * @description `from_invalid`: `from` is not a date of the form `YYYY-MM-DD`.
             *
             *     `to_invalid`: `to` is not a date of the form `YYYY-MM-DD`.
             *
             *     `date_range_invalid`: `from` is after `to`, or the range has more than 3,660 days.
             *
             *     `limit_invalid`: `limit` is not an integer from 1 to 10000, or a limit that the operator sets for an account is none.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `email_failed`: The mail server can’t be reached within 15 s, or takes no e-mail from the service. There is no link then.
             *
             *     `query_too_expensive`: An analytics query takes more time or memory than one may have; ask for less.
             *
             *     `identity_provider_away`: The identity provider can’t be reached, or doesn’t work; try again later.
             *
             *     `unavailable`: A store is away or takes no writes, such as when its disk is full; try again later.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getEventProperties: {
        parameters: {
            query?: {
                /**
                 * @description First day, UTC. Default: 30 days before today.
                 * @example 2026-05-04
                 */
                from?: string;
                /**
                 * @description Last day, UTC; included. Default: today.
                 * @example 2026-05-04
                 */
                to?: string;
                /** @description How many items the list may have. Percentages are of the whole list all the same. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Keys of the properties of custom events by number of events. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description By `events` descending, then by `name`. */
                        data: {
                            name: string;
                            events: number;
                            /** @description 0 to 100, two decimals; of the sum over the whole list. */
                            percentage: number;
                        }[];
                    };
                };
            };
            /**
             * @description `from_invalid`: `from` is not a date of the form `YYYY-MM-DD`.
             *
             *     `to_invalid`: `to` is not a date of the form `YYYY-MM-DD`.
             *
             *     `date_range_invalid`: `from` is after `to`, or the range has more than 3,660 days.
             *
             *     `limit_invalid`: `limit` is not an integer from 1 to 10000, or a limit that the operator sets for an account is none.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `email_failed`: The mail server can’t be reached within 15 s, or takes no e-mail from the service. There is no link then.
             *
             *     `query_too_expensive`: An analytics query takes more time or memory than one may have; ask for less.
             *
             *     `identity_provider_away`: The identity provider can’t be reached, or doesn’t work; try again later.
             *
             *     `unavailable`: A store is away or takes no writes, such as when its disk is full; try again later.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getCurrentVisitors: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Number of distinct visitors of the last five minutes. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                    };
                };
            };
            /** @description `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `email_failed`: The mail server can’t be reached within 15 s, or takes no e-mail from the service. There is no link then.
             *
             *     `query_too_expensive`: An analytics query takes more time or memory than one may have; ask for less.
             *
             *     `identity_provider_away`: The identity provider can’t be reached, or doesn’t work; try again later.
             *
             *     `unavailable`: A store is away or takes no writes, such as when its disk is full; try again later.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getRequestCount: {
        parameters: {
            query?: {
                /**
                 * @description First day, UTC. Default: 30 days before today.
                 * @example 2026-05-04
                 */
                from?: string;
                /**
                 * @description Last day, UTC; included. Default: today.
                 * @example 2026-05-04
                 */
                to?: string;
            };
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Number of HTTP requests. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                    };
                };
            };
            /**
             * @description `from_invalid`: `from` is not a date of the form `YYYY-MM-DD`.
             *
             *     `to_invalid`: `to` is not a date of the form `YYYY-MM-DD`.
             *
             *     `date_range_invalid`: `from` is after `to`, or the range has more than 3,660 days.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `email_failed`: The mail server can’t be reached within 15 s, or takes no e-mail from the service. There is no link then.
             *
             *     `query_too_expensive`: An analytics query takes more time or memory than one may have; ask for less.
             *
             *     `identity_provider_away`: The identity provider can’t be reached, or doesn’t work; try again later.
             *
             *     `unavailable`: A store is away or takes no writes, such as when its disk is full; try again later.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getRequestCountsByDate: {
        parameters: {
            query?: {
                /**
                 * @description First day, UTC. Default: 30 days before today.
                 * @example 2026-05-04
                 */
                from?: string;
                /**
                 * @description Last day, UTC; included. Default: today.
                 * @example 2026-05-04
                 */
                to?: string;
                /** @description Length of the buckets: a day, a week from its Monday, or a month. */
                frequency?: "day" | "week" | "month";
            };
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Number of HTTP requests over time. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The first day of each bucket → its number, in time order, without gaps. The first and the last bucket count only days from `from` to `to`; the first one may begin before `from`.
                         * @example {
                         *       "2026-05-04": 120,
                         *       "2026-05-05": 0
                         *     }
                         */
                        data: {
                            [key: string]: number;
                        };
                    };
                };
            };
            /**
             * @description `from_invalid`: `from` is not a date of the form `YYYY-MM-DD`.
             *
             *     `to_invalid`: `to` is not a date of the form `YYYY-MM-DD`.
             *
             *     `date_range_invalid`: `from` is after `to`, or the range has more than 3,660 days.
             *
             *     `frequency_invalid`: `frequency` is not `day`, `week` or `month`.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `email_failed`: The mail server can’t be reached within 15 s, or takes no e-mail from the service. There is no link then.
             *
             *     `query_too_expensive`: An analytics query takes more time or memory than one may have; ask for less.
             *
             *     `identity_provider_away`: The identity provider can’t be reached, or doesn’t work; try again later.
             *
             *     `unavailable`: A store is away or takes no writes, such as when its disk is full; try again later.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getTotalDataTransfer: {
        parameters: {
            query?: {
                /**
                 * @description First day, UTC. Default: 30 days before today.
                 * @example 2026-05-04
                 */
                from?: string;
                /**
                 * @description Last day, UTC; included. Default: today.
                 * @example 2026-05-04
                 */
                to?: string;
            };
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Incoming plus outgoing traffic in bytes. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        bytes: number;
                    };
                };
            };
            /**
             * @description `from_invalid`: `from` is not a date of the form `YYYY-MM-DD`.
             *
             *     `to_invalid`: `to` is not a date of the form `YYYY-MM-DD`.
             *
             *     `date_range_invalid`: `from` is after `to`, or the range has more than 3,660 days.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `email_failed`: The mail server can’t be reached within 15 s, or takes no e-mail from the service. There is no link then.
             *
             *     `query_too_expensive`: An analytics query takes more time or memory than one may have; ask for less.
             *
             *     `identity_provider_away`: The identity provider can’t be reached, or doesn’t work; try again later.
             *
             *     `unavailable`: A store is away or takes no writes, such as when its disk is full; try again later.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getDataTransferByDate: {
        parameters: {
            query?: {
                /**
                 * @description First day, UTC. Default: 30 days before today.
                 * @example 2026-05-04
                 */
                from?: string;
                /**
                 * @description Last day, UTC; included. Default: today.
                 * @example 2026-05-04
                 */
                to?: string;
                /** @description Length of the buckets: a day, a week from its Monday, or a month. */
                frequency?: "day" | "week" | "month";
            };
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Incoming plus outgoing traffic in bytes over time. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The first day of each bucket → its number, in time order, without gaps. The first and the last bucket count only days from `from` to `to`; the first one may begin before `from`.
                         * @example {
                         *       "2026-05-04": 120,
                         *       "2026-05-05": 0
                         *     }
                         */
                        data: {
                            [key: string]: number;
                        };
                    };
                };
            };
            /**
             * @description `from_invalid`: `from` is not a date of the form `YYYY-MM-DD`.
             *
             *     `to_invalid`: `to` is not a date of the form `YYYY-MM-DD`.
             *
             *     `date_range_invalid`: `from` is after `to`, or the range has more than 3,660 days.
             *
             *     `frequency_invalid`: `frequency` is not `day`, `week` or `month`.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `email_failed`: The mail server can’t be reached within 15 s, or takes no e-mail from the service. There is no link then.
             *
             *     `query_too_expensive`: An analytics query takes more time or memory than one may have; ask for less.
             *
             *     `identity_provider_away`: The identity provider can’t be reached, or doesn’t work; try again later.
             *
             *     `unavailable`: A store is away or takes no writes, such as when its disk is full; try again later.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getAverageResponseTime: {
        parameters: {
            query?: {
                /**
                 * @description First day, UTC. Default: 30 days before today.
                 * @example 2026-05-04
                 */
                from?: string;
                /**
                 * @description Last day, UTC; included. Default: today.
                 * @example 2026-05-04
                 */
                to?: string;
            };
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Average response time in seconds. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        duration: number;
                    };
                };
            };
            /**
             * @description `from_invalid`: `from` is not a date of the form `YYYY-MM-DD`.
             *
             *     `to_invalid`: `to` is not a date of the form `YYYY-MM-DD`.
             *
             *     `date_range_invalid`: `from` is after `to`, or the range has more than 3,660 days.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `email_failed`: The mail server can’t be reached within 15 s, or takes no e-mail from the service. There is no link then.
             *
             *     `query_too_expensive`: An analytics query takes more time or memory than one may have; ask for less.
             *
             *     `identity_provider_away`: The identity provider can’t be reached, or doesn’t work; try again later.
             *
             *     `unavailable`: A store is away or takes no writes, such as when its disk is full; try again later.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getAverageResponseTimeByDate: {
        parameters: {
            query?: {
                /**
                 * @description First day, UTC. Default: 30 days before today.
                 * @example 2026-05-04
                 */
                from?: string;
                /**
                 * @description Last day, UTC; included. Default: today.
                 * @example 2026-05-04
                 */
                to?: string;
                /** @description Length of the buckets: a day, a week from its Monday, or a month. */
                frequency?: "day" | "week" | "month";
            };
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Average response time in seconds over time. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The first day of each bucket → its number, in time order, without gaps. The first and the last bucket count only days from `from` to `to`; the first one may begin before `from`.
                         * @example {
                         *       "2026-05-04": 120,
                         *       "2026-05-05": 0
                         *     }
                         */
                        data: {
                            [key: string]: number;
                        };
                    };
                };
            };
            /**
             * @description `from_invalid`: `from` is not a date of the form `YYYY-MM-DD`.
             *
             *     `to_invalid`: `to` is not a date of the form `YYYY-MM-DD`.
             *
             *     `date_range_invalid`: `from` is after `to`, or the range has more than 3,660 days.
             *
             *     `frequency_invalid`: `frequency` is not `day`, `week` or `month`.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `email_failed`: The mail server can’t be reached within 15 s, or takes no e-mail from the service. There is no link then.
             *
             *     `query_too_expensive`: An analytics query takes more time or memory than one may have; ask for less.
             *
             *     `identity_provider_away`: The identity provider can’t be reached, or doesn’t work; try again later.
             *
             *     `unavailable`: A store is away or takes no writes, such as when its disk is full; try again later.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getResponseTimeDistribution: {
        parameters: {
            query?: {
                /**
                 * @description First day, UTC. Default: 30 days before today.
                 * @example 2026-05-04
                 */
                from?: string;
                /**
                 * @description Last day, UTC; included. Default: today.
                 * @example 2026-05-04
                 */
                to?: string;
            };
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Number of requests by response time. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description How many requests fall into each bucket, as a string. */
                        data: {
                            "0-100ms": string;
                            "100-200ms": string;
                            "200-300ms": string;
                            "300-400ms": string;
                            "400-500ms": string;
                            "500-600ms": string;
                            "600-700ms": string;
                            "700-800ms": string;
                            "800-900ms": string;
                            "900ms-1s": string;
                            "1-1.5s": string;
                            "1.5-2s": string;
                            "2-3s": string;
                            "3-5s": string;
                            "5-10s": string;
                            "10s+": string;
                        };
                    };
                };
            };
            /**
             * @description `from_invalid`: `from` is not a date of the form `YYYY-MM-DD`.
             *
             *     `to_invalid`: `to` is not a date of the form `YYYY-MM-DD`.
             *
             *     `date_range_invalid`: `from` is after `to`, or the range has more than 3,660 days.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `email_failed`: The mail server can’t be reached within 15 s, or takes no e-mail from the service. There is no link then.
             *
             *     `query_too_expensive`: An analytics query takes more time or memory than one may have; ask for less.
             *
             *     `identity_provider_away`: The identity provider can’t be reached, or doesn’t work; try again later.
             *
             *     `unavailable`: A store is away or takes no writes, such as when its disk is full; try again later.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getFiles: {
        parameters: {
            query?: {
                /**
                 * @description First day, UTC. Default: 30 days before today.
                 * @example 2026-05-04
                 */
                from?: string;
                /**
                 * @description Last day, UTC; included. Default: today.
                 * @example 2026-05-04
                 */
                to?: string;
                /** @description How many items the list may have. Percentages are of the whole list all the same. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Paths by number of requests. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description By `count` descending, then by `name`. */
                        data: {
                            name: string;
                            count: number;
                            /** @description 0 to 100, two decimals; of the sum over the whole list. */
                            percentage: number;
                        }[];
                    };
                };
            };
            /**
             * @description `from_invalid`: `from` is not a date of the form `YYYY-MM-DD`.
             *
             *     `to_invalid`: `to` is not a date of the form `YYYY-MM-DD`.
             *
             *     `date_range_invalid`: `from` is after `to`, or the range has more than 3,660 days.
             *
             *     `limit_invalid`: `limit` is not an integer from 1 to 10000, or a limit that the operator sets for an account is none.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `email_failed`: The mail server can’t be reached within 15 s, or takes no e-mail from the service. There is no link then.
             *
             *     `query_too_expensive`: An analytics query takes more time or memory than one may have; ask for less.
             *
             *     `identity_provider_away`: The identity provider can’t be reached, or doesn’t work; try again later.
             *
             *     `unavailable`: A store is away or takes no writes, such as when its disk is full; try again later.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getResponseCodes: {
        parameters: {
            query?: {
                /**
                 * @description First day, UTC. Default: 30 days before today.
                 * @example 2026-05-04
                 */
                from?: string;
                /**
                 * @description Last day, UTC; included. Default: today.
                 * @example 2026-05-04
                 */
                to?: string;
                /** @description How many items the list may have. Percentages are of the whole list all the same. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Response codes by number of requests. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description By `count` descending, then by `name`. */
                        data: {
                            name: string;
                            /** @description Status code. */
                            http_code: number;
                            count: number;
                            /** @description 0 to 100, two decimals; of the sum over the whole list. */
                            percentage: number;
                        }[];
                    };
                };
            };
            /**
             * @description `from_invalid`: `from` is not a date of the form `YYYY-MM-DD`.
             *
             *     `to_invalid`: `to` is not a date of the form `YYYY-MM-DD`.
             *
             *     `date_range_invalid`: `from` is after `to`, or the range has more than 3,660 days.
             *
             *     `limit_invalid`: `limit` is not an integer from 1 to 10000, or a limit that the operator sets for an account is none.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `email_failed`: The mail server can’t be reached within 15 s, or takes no e-mail from the service. There is no link then.
             *
             *     `query_too_expensive`: An analytics query takes more time or memory than one may have; ask for less.
             *
             *     `identity_provider_away`: The identity provider can’t be reached, or doesn’t work; try again later.
             *
             *     `unavailable`: A store is away or takes no writes, such as when its disk is full; try again later.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getBotRequests: {
        parameters: {
            query?: {
                /**
                 * @description First day, UTC. Default: 30 days before today.
                 * @example 2026-05-04
                 */
                from?: string;
                /**
                 * @description Last day, UTC; included. Default: today.
                 * @example 2026-05-04
                 */
                to?: string;
                /** @description How many items the list may have. Percentages are of the whole list all the same. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Known bots and crawlers by number of requests. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description By `count` descending, then by `name`. */
                        data: {
                            name: string;
                            count: number;
                            /** @description 0 to 100, two decimals; of the sum over the whole list. */
                            percentage: number;
                        }[];
                    };
                };
            };
            /**
             * @description `from_invalid`: `from` is not a date of the form `YYYY-MM-DD`.
             *
             *     `to_invalid`: `to` is not a date of the form `YYYY-MM-DD`.
             *
             *     `date_range_invalid`: `from` is after `to`, or the range has more than 3,660 days.
             *
             *     `limit_invalid`: `limit` is not an integer from 1 to 10000, or a limit that the operator sets for an account is none.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `email_failed`: The mail server can’t be reached within 15 s, or takes no e-mail from the service. There is no link then.
             *
             *     `query_too_expensive`: An analytics query takes more time or memory than one may have; ask for less.
             *
             *     `identity_provider_away`: The identity provider can’t be reached, or doesn’t work; try again later.
             *
             *     `unavailable`: A store is away or takes no writes, such as when its disk is full; try again later.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getDatacenterRequests: {
        parameters: {
            query?: {
                /**
                 * @description First day, UTC. Default: 30 days before today.
                 * @example 2026-05-04
                 */
                from?: string;
                /**
                 * @description Last day, UTC; included. Default: today.
                 * @example 2026-05-04
                 */
                to?: string;
                /** @description How many items the list may have. Percentages are of the whole list all the same. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Hosting providers by number of requests from their networks. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description By `count` descending, then by `name`. */
                        data: {
                            name: string;
                            /** @description Slug of the provider; it does not change. */
                            datacenter_id: string;
                            count: number;
                            /** @description 0 to 100, two decimals; of the sum over the whole list. */
                            percentage: number;
                        }[];
                    };
                };
            };
            /**
             * @description `from_invalid`: `from` is not a date of the form `YYYY-MM-DD`.
             *
             *     `to_invalid`: `to` is not a date of the form `YYYY-MM-DD`.
             *
             *     `date_range_invalid`: `from` is after `to`, or the range has more than 3,660 days.
             *
             *     `limit_invalid`: `limit` is not an integer from 1 to 10000, or a limit that the operator sets for an account is none.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `email_failed`: The mail server can’t be reached within 15 s, or takes no e-mail from the service. There is no link then.
             *
             *     `query_too_expensive`: An analytics query takes more time or memory than one may have; ask for less.
             *
             *     `identity_provider_away`: The identity provider can’t be reached, or doesn’t work; try again later.
             *
             *     `unavailable`: A store is away or takes no writes, such as when its disk is full; try again later.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    queryVisitors: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VisitorQuery"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueryAnswer"];
                };
            };
            /**
             * @description `body_invalid`: The request body cannot be read as its media type says.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is larger than 1 MiB; for a host’s rules, 32 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `email_failed`: The mail server can’t be reached within 15 s, or takes no e-mail from the service. There is no link then.
             *
             *     `query_too_expensive`: An analytics query takes more time or memory than one may have; ask for less.
             *
             *     `identity_provider_away`: The identity provider can’t be reached, or doesn’t work; try again later.
             *
             *     `unavailable`: A store is away or takes no writes, such as when its disk is full; try again later.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    queryRequests: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestQuery"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueryAnswer"];
                };
            };
            /**
             * @description `body_invalid`: The request body cannot be read as its media type says.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is larger than 1 MiB; for a host’s rules, 32 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `email_failed`: The mail server can’t be reached within 15 s, or takes no e-mail from the service. There is no link then.
             *
             *     `query_too_expensive`: An analytics query takes more time or memory than one may have; ask for less.
             *
             *     `identity_provider_away`: The identity provider can’t be reached, or doesn’t work; try again later.
             *
             *     `unavailable`: A store is away or takes no writes, such as when its disk is full; try again later.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    queryClicks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClickQuery"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueryAnswer"];
                };
            };
            /**
             * @description `body_invalid`: The request body cannot be read as its media type says.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is larger than 1 MiB; for a host’s rules, 32 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `email_failed`: The mail server can’t be reached within 15 s, or takes no e-mail from the service. There is no link then.
             *
             *     `query_too_expensive`: An analytics query takes more time or memory than one may have; ask for less.
             *
             *     `identity_provider_away`: The identity provider can’t be reached, or doesn’t work; try again later.
             *
             *     `unavailable`: A store is away or takes no writes, such as when its disk is full; try again later.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    queryHostRequests: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /**
                 * @description The host that was asked.
                 * @example go.example.com
                 */
                host: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestQuery"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueryAnswer"];
                };
            };
            /**
             * @description `body_invalid`: The request body cannot be read as its media type says.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is larger than 1 MiB; for a host’s rules, 32 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `email_failed`: The mail server can’t be reached within 15 s, or takes no e-mail from the service. There is no link then.
             *
             *     `query_too_expensive`: An analytics query takes more time or memory than one may have; ask for less.
             *
             *     `identity_provider_away`: The identity provider can’t be reached, or doesn’t work; try again later.
             *
             *     `unavailable`: A store is away or takes no writes, such as when its disk is full; try again later.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    querySite: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SiteQuery"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueryAnswer"];
                };
            };
            /**
             * @description `body_invalid`: The request body cannot be read as its media type says.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is larger than 1 MiB; for a host’s rules, 32 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `email_failed`: The mail server can’t be reached within 15 s, or takes no e-mail from the service. There is no link then.
             *
             *     `query_too_expensive`: An analytics query takes more time or memory than one may have; ask for less.
             *
             *     `identity_provider_away`: The identity provider can’t be reached, or doesn’t work; try again later.
             *
             *     `unavailable`: A store is away or takes no writes, such as when its disk is full; try again later.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    queryFunnel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Funnel"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FunnelAnswer"];
                };
            };
            /**
             * @description `body_invalid`: The request body cannot be read as its media type says.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is larger than 1 MiB; for a host’s rules, 32 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `email_failed`: The mail server can’t be reached within 15 s, or takes no e-mail from the service. There is no link then.
             *
             *     `query_too_expensive`: An analytics query takes more time or memory than one may have; ask for less.
             *
             *     `identity_provider_away`: The identity provider can’t be reached, or doesn’t work; try again later.
             *
             *     `unavailable`: A store is away or takes no writes, such as when its disk is full; try again later.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listHostRequests: {
        parameters: {
            query?: {
                /**
                 * @description Filters of a query over requests, as JSON.
                 * @example [["is","request:status",["404"]]]
                 */
                filters?: string;
                /** @description Only requests from this time on, in RFC 3339. */
                since?: string;
                /** @description `pagination.next` of the page before. */
                cursor?: string;
                /** @description Items per page, 1 to 1000. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /**
                 * @description The host that was asked.
                 * @example go.example.com
                 */
                host: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest requests first. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedRequest"][];
                        pagination: {
                            /** @description `cursor` of the next page, with older requests; null when there may be none. */
                            next: string | null;
                        };
                    };
                };
            };
            /**
             * @description `filters_invalid`: `filters` of a segment are missing, or not filters that a query takes; the message names the place in them.
             *
             *     `per_page_invalid`: `per_page` is not an integer from 1 to 1000.
             *
             *     `cursor_invalid`: `cursor` is not the `next` of another page of the list.
             *
             *     `since_invalid`: `since` is not a time in the form of RFC 3339.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `email_failed`: The mail server can’t be reached within 15 s, or takes no e-mail from the service. There is no link then.
             *
             *     `query_too_expensive`: An analytics query takes more time or memory than one may have; ask for less.
             *
             *     `identity_provider_away`: The identity provider can’t be reached, or doesn’t work; try again later.
             *
             *     `unavailable`: A store is away or takes no writes, such as when its disk is full; try again later.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /**
                 * @description `X-Request-Id` of the answer that the visitor got.
                 * @example 019aab24-7c3d-7c1e-9f60-8a1b2c3d4e5f
                 */
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedRequest"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `email_failed`: The mail server can’t be reached within 15 s, or takes no e-mail from the service. There is no link then.
             *
             *     `query_too_expensive`: An analytics query takes more time or memory than one may have; ask for less.
             *
             *     `identity_provider_away`: The identity provider can’t be reached, or doesn’t work; try again later.
             *
             *     `unavailable`: A store is away or takes no writes, such as when its disk is full; try again later.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getDomainExpectation: {
        parameters: {
            query: {
                /**
                 * @description The first instant, in RFC 3339, or a date, which is its midnight UTC.
                 * @example 2026-11-20T00:00:00Z
                 */
                from: string;
                /**
                 * @description The end, which is not included; at most 31 days after `from`.
                 * @example 2026-11-20T00:00:00Z
                 */
                to: string;
            };
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every hour that starts in the range, in time order. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TrafficHour"][];
                    };
                };
            };
            /**
             * @description `from_invalid`: `from` is not a date of the form `YYYY-MM-DD`.
             *
             *     `to_invalid`: `to` is not a date of the form `YYYY-MM-DD`.
             *
             *     `date_range_invalid`: `from` is after `to`, or the range has more than 3,660 days.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `email_failed`: The mail server can’t be reached within 15 s, or takes no e-mail from the service. There is no link then.
             *
             *     `query_too_expensive`: An analytics query takes more time or memory than one may have; ask for less.
             *
             *     `identity_provider_away`: The identity provider can’t be reached, or doesn’t work; try again later.
             *
             *     `unavailable`: A store is away or takes no writes, such as when its disk is full; try again later.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getAccountExpectation: {
        parameters: {
            query: {
                /**
                 * @description The first instant, in RFC 3339, or a date, which is its midnight UTC.
                 * @example 2026-11-20T00:00:00Z
                 */
                from: string;
                /**
                 * @description The end, which is not included; at most 31 days after `from`.
                 * @example 2026-11-20T00:00:00Z
                 */
                to: string;
            };
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every hour that starts in the range, in time order. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TrafficHour"][];
                    };
                };
            };
            /**
             * @description `from_invalid`: `from` is not a date of the form `YYYY-MM-DD`.
             *
             *     `to_invalid`: `to` is not a date of the form `YYYY-MM-DD`.
             *
             *     `date_range_invalid`: `from` is after `to`, or the range has more than 3,660 days.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `email_failed`: The mail server can’t be reached within 15 s, or takes no e-mail from the service. There is no link then.
             *
             *     `query_too_expensive`: An analytics query takes more time or memory than one may have; ask for less.
             *
             *     `identity_provider_away`: The identity provider can’t be reached, or doesn’t work; try again later.
             *
             *     `unavailable`: A store is away or takes no writes, such as when its disk is full; try again later.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listUsage: {
        parameters: {
            query?: {
                /**
                 * @description The month, `YYYY-MM`; by default the current one so far.
                 * @example 2026-11
                 */
                month?: string;
                /** @description Page number, from 1. */
                page?: number;
                /** @description Items per page, 1 to 1000. */
                per_page?: number;
                /** @description Field to sort by; `-` before it for descending order. */
                sort?: "host" | "-host" | "external_id" | "-external_id";
                /** @description Only custom domains with this external id. */
                external_id?: string;
                /** @description Only custom domains with this host. */
                host?: string;
                /** @description Only this custom domain. */
                custom_domain_uuid?: string;
            };
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of custom domains with their usage. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    /** @description The URLs of the first, previous, next and last page (RFC 8288). */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Usage"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            /**
             * @description `host_invalid`: `host` is missing, or not a host name that can be used here.
             *
             *     `host_taken`: `host` is already used by another custom domain, or it or the `www.` host that `redirect_to_www` needs, or the host of rules, belongs to another account. The host of rules: or did until recently.
             *
             *     `external_id_invalid`: `external_id` is longer than 255 characters, or has a line break or another control character.
             *
             *     `month_invalid`: `month` is not a month of the form `YYYY-MM` from 1970-01 to the current one.
             *
             *     `custom_domain_uuid_invalid`: `custom_domain_uuid` is not a UUID.
             *
             *     `page_invalid`: `page` is not an integer from 1.
             *
             *     `per_page_invalid`: `per_page` is not an integer from 1 to 1000.
             *
             *     `sort_invalid`: `sort` does not name a sortable field, optionally preceded by `-`.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `email_failed`: The mail server can’t be reached within 15 s, or takes no e-mail from the service. There is no link then.
             *
             *     `query_too_expensive`: An analytics query takes more time or memory than one may have; ask for less.
             *
             *     `identity_provider_away`: The identity provider can’t be reached, or doesn’t work; try again later.
             *
             *     `unavailable`: A store is away or takes no writes, such as when its disk is full; try again later.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listUsageByExternalId: {
        parameters: {
            query?: {
                /**
                 * @description The month, `YYYY-MM`; by default the current one so far.
                 * @example 2026-11
                 */
                month?: string;
                /** @description Page number, from 1. */
                page?: number;
                /** @description Items per page, 1 to 1000. */
                per_page?: number;
                /** @description Only custom domains with this external id. */
                external_id?: string;
            };
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of external ids with their usage. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    /** @description The URLs of the first, previous, next and last page (RFC 8288). */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ExternalIdUsage"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            /**
             * @description `external_id_invalid`: `external_id` is longer than 255 characters, or has a line break or another control character.
             *
             *     `month_invalid`: `month` is not a month of the form `YYYY-MM` from 1970-01 to the current one.
             *
             *     `page_invalid`: `page` is not an integer from 1.
             *
             *     `per_page_invalid`: `per_page` is not an integer from 1 to 1000.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `email_failed`: The mail server can’t be reached within 15 s, or takes no e-mail from the service. There is no link then.
             *
             *     `query_too_expensive`: An analytics query takes more time or memory than one may have; ask for less.
             *
             *     `identity_provider_away`: The identity provider can’t be reached, or doesn’t work; try again later.
             *
             *     `unavailable`: A store is away or takes no writes, such as when its disk is full; try again later.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listLimits: {
        parameters: {
            query?: {
                /** @description Page number, from 1. */
                page?: number;
                /** @description Items per page, 1 to 1000. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The limits, with what is used of each. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    /** @description The URLs of the first, previous, next and last page (RFC 8288). */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Limit"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            /**
             * @description `page_invalid`: `page` is not an integer from 1.
             *
             *     `per_page_invalid`: `per_page` is not an integer from 1 to 1000.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `email_failed`: The mail server can’t be reached within 15 s, or takes no e-mail from the service. There is no link then.
             *
             *     `query_too_expensive`: An analytics query takes more time or memory than one may have; ask for less.
             *
             *     `identity_provider_away`: The identity provider can’t be reached, or doesn’t work; try again later.
             *
             *     `unavailable`: A store is away or takes no writes, such as when its disk is full; try again later.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listGoals: {
        parameters: {
            query?: {
                /** @description Page number, from 1. */
                page?: number;
                /** @description Items per page, 1 to 1000. */
                per_page?: number;
                /** @description Field to sort by; `-` before it for descending order. */
                sort?: "created_at" | "-created_at" | "display_name" | "-display_name";
            };
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of goals. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    /** @description The URLs of the first, previous, next and last page (RFC 8288). */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Goal"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            /**
             * @description `page_invalid`: `page` is not an integer from 1.
             *
             *     `per_page_invalid`: `per_page` is not an integer from 1 to 1000.
             *
             *     `sort_invalid`: `sort` does not name a sortable field, optionally preceded by `-`.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createGoal: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own, such as a UUID. The request is carried out once in 24 hours; sent again with the same key and body, it gets the first answer. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["GoalCreate"];
                "application/json": components["schemas"]["GoalCreate"];
                "multipart/form-data": components["schemas"]["GoalCreate"];
            };
        };
        responses: {
            /** @description The goal created. */
            201: {
                headers: {
                    /** @description The path of what was created. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Goal"];
                };
            };
            /**
             * @description `display_name_invalid`: `display_name` is not 1 to 200 characters on one line.
             *
             *     `event_name_invalid`: `event_name` is not 1 to 120 characters on one line, or is given neither itself nor as `page_path`.
             *
             *     `page_path_invalid`: `page_path` is not a path, with `*` for any characters, or is given beside `event_name`.
             *
             *     `body_invalid`: The request body cannot be read as its media type says.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `idempotency_answer_dropped`: The request with this `Idempotency-Key` was carried out, but its answer is not kept any more: the account had more bytes of answers than it may.
             *
             *     `idempotency_key_in_use`: A request with this `Idempotency-Key` is under way, or was interrupted, so it isn’t known whether it was carried out.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is larger than 1 MiB; for a host’s rules, 32 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `idempotency_key_reused`: Another request had this `Idempotency-Key` within 24 hours. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getGoal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                goal_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The goal. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Goal"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteGoal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                goal_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A confirmation that names the uuid and the display name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listSegments: {
        parameters: {
            query?: {
                /** @description Page number, from 1. */
                page?: number;
                /** @description Items per page, 1 to 1000. */
                per_page?: number;
                /** @description Field to sort by; `-` before it for descending order. */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "name" | "-name";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of segments. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    /** @description The URLs of the first, previous, next and last page (RFC 8288). */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Segment"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            /**
             * @description `page_invalid`: `page` is not an integer from 1.
             *
             *     `per_page_invalid`: `per_page` is not an integer from 1 to 1000.
             *
             *     `sort_invalid`: `sort` does not name a sortable field, optionally preceded by `-`.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createSegment: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own, such as a UUID. The request is carried out once in 24 hours; sent again with the same key and body, it gets the first answer. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["SegmentCreate"];
                "application/json": components["schemas"]["SegmentCreate"];
                "multipart/form-data": components["schemas"]["SegmentCreate"];
            };
        };
        responses: {
            /** @description The segment created. */
            201: {
                headers: {
                    /** @description The path of what was created. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Segment"];
                };
            };
            /**
             * @description `name_invalid`: `name` is missing or not 1 to 200 characters on one line.
             *
             *     `filters_invalid`: `filters` of a segment are missing, or not filters that a query takes; the message names the place in them.
             *
             *     `body_invalid`: The request body cannot be read as its media type says.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `idempotency_answer_dropped`: The request with this `Idempotency-Key` was carried out, but its answer is not kept any more: the account had more bytes of answers than it may.
             *
             *     `idempotency_key_in_use`: A request with this `Idempotency-Key` is under way, or was interrupted, so it isn’t known whether it was carried out.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is larger than 1 MiB; for a host’s rules, 32 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `idempotency_key_reused`: Another request had this `Idempotency-Key` within 24 hours. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getSegment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                segment_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The segment. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Segment"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateSegment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                segment_uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["SegmentUpdate"];
                "application/json": components["schemas"]["SegmentUpdate"];
                "multipart/form-data": components["schemas"]["SegmentUpdate"];
            };
        };
        responses: {
            /** @description The segment as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Segment"];
                };
            };
            /**
             * @description `name_invalid`: `name` is missing or not 1 to 200 characters on one line.
             *
             *     `filters_invalid`: `filters` of a segment are missing, or not filters that a query takes; the message names the place in them.
             *
             *     `body_invalid`: The request body cannot be read as its media type says.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is larger than 1 MiB; for a host’s rules, 32 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteSegment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                segment_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A confirmation that names the uuid and the name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account of the token, or those that the user is a member of. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"][];
                };
            };
            /** @description `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token and its account, or the user with a role in an account. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        token: components["schemas"]["AccessToken"];
                        account: components["schemas"]["Account"];
                    } | {
                        user: components["schemas"]["User"];
                        role: ("owner" | "admin" | "viewer") | null;
                        account: components["schemas"]["Account"] | null;
                    };
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["ProfileUpdate"];
                "application/json": components["schemas"]["ProfileUpdate"];
                "multipart/form-data": components["schemas"]["ProfileUpdate"];
            };
        };
        responses: {
            /** @description The user as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            /**
             * @description `name_invalid`: `name` is missing or not 1 to 200 characters on one line.
             *
             *     `body_invalid`: The request body cannot be read as its media type says.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is larger than 1 MiB; for a host’s rules, 32 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listAccessTokens: {
        parameters: {
            query?: {
                /** @description Page number, from 1. */
                page?: number;
                /** @description Items per page, 1 to 1000. */
                per_page?: number;
                /** @description Field to sort by; `-` before it for descending order. */
                sort?: "created_at" | "-created_at" | "name" | "-name";
            };
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of access tokens. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    /** @description The URLs of the first, previous, next and last page (RFC 8288). */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AccessToken"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            /**
             * @description `page_invalid`: `page` is not an integer from 1.
             *
             *     `per_page_invalid`: `per_page` is not an integer from 1 to 1000.
             *
             *     `sort_invalid`: `sort` does not name a sortable field, optionally preceded by `-`.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createAccessToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own, such as a UUID. The request is carried out once in 24 hours; sent again with the same key and body, it gets the first answer. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["AccessTokenCreate"];
                "application/json": components["schemas"]["AccessTokenCreate"];
                "multipart/form-data": components["schemas"]["AccessTokenCreate"];
            };
        };
        responses: {
            /** @description The access token created, with the token itself. */
            201: {
                headers: {
                    /** @description The path of what was created. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedAccessToken"];
                };
            };
            /**
             * @description `name_invalid`: `name` is missing or not 1 to 200 characters on one line.
             *
             *     `scope_invalid`: `scope` is not `read` or `write`.
             *
             *     `expires_at_invalid`: `expires_at` is not an instant in the future, or null.
             *
             *     `body_invalid`: The request body cannot be read as its media type says.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `idempotency_answer_dropped`: The request with this `Idempotency-Key` was carried out, but its answer is not kept any more: the account had more bytes of answers than it may.
             *
             *     `idempotency_key_in_use`: A request with this `Idempotency-Key` is under way, or was interrupted, so it isn’t known whether it was carried out.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is larger than 1 MiB; for a host’s rules, 32 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `idempotency_key_reused`: Another request had this `Idempotency-Key` within 24 hours. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getAccessToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                access_token_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The access token. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessToken"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    revokeAccessToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                access_token_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A confirmation that names the uuid and the name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listAuditEvents: {
        parameters: {
            query?: {
                /** @description Page number, from 1. */
                page?: number;
                /** @description Items per page, 1 to 1000. */
                per_page?: number;
                /** @description Only changes of this kind of resource. */
                resource?: "redirect" | "host_rules" | "custom_domain" | "upstream" | "error_page" | "custom_certificate" | "automatic_certificate" | "access_token" | "connect_link" | "webhook_endpoint" | "brand" | "goal" | "segment" | "account" | "member" | "invitation" | "user";
                /** @description Only changes of this resource. */
                resource_uuid?: string;
                /** @description Only this action. */
                action?: "created" | "updated" | "deleted";
                /** @description Only changes made with this access token or by this user. */
                actor_uuid?: string;
                /** @description First day, UTC. */
                from?: string;
                /** @description Last day, UTC, included. */
                to?: string;
            };
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of changes, newest first. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    /** @description The URLs of the first, previous, next and last page (RFC 8288). */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AuditEvent"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            /**
             * @description `from_invalid`: `from` is not a date of the form `YYYY-MM-DD`.
             *
             *     `to_invalid`: `to` is not a date of the form `YYYY-MM-DD`.
             *
             *     `date_range_invalid`: `from` is after `to`, or the range has more than 3,660 days.
             *
             *     `resource_invalid`: `resource` of the audit trail is not a kind of resource that it records.
             *
             *     `resource_uuid_invalid`: `resource_uuid` is not a UUID.
             *
             *     `action_invalid`: `action` is not `created`, `updated` or `deleted`.
             *
             *     `actor_uuid_invalid`: `actor_uuid` is not a UUID.
             *
             *     `page_invalid`: `page` is not an integer from 1.
             *
             *     `per_page_invalid`: `per_page` is not an integer from 1 to 1000.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session of the cookie; null when there is none, or it has ended. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        session: components["schemas"]["Session"] | components["schemas"]["UserSession"] | null;
                    };
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionCreate"];
            };
        };
        responses: {
            /** @description The session that has begun: of an access token, or of a user. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"] | components["schemas"]["UserSession"];
                };
            };
            /**
             * @description `email_invalid`: `email` is missing or not an email address.
             *
             *     `email_taken`: A user with this `email` has this `password` already.
             *
             *     `access_token_invalid`: `access_token` is missing, or not `np_` and 43 base64url characters.
             *
             *     `password_invalid`: `password` is missing, not 12 to 200 characters, or one of the first that a guesser tries.
             *
             *     `code_invalid`: `code` is missing, not a string, or not what a new authenticator app shows.
             *
             *     `body_invalid`: The request body cannot be read as its media type says.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is larger than 1 MiB; for a host’s rules, 32 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description There is no session now. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getIdentityProvider: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What people can sign in with beside passwords; null when none is set up. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        identity_provider: {
                            name: string;
                        } | null;
                    };
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    beginOidcSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OidcSignInCreate"];
            };
        };
        responses: {
            /** @description The sign-in that has begun. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The provider’s page, to open in the browser. */
                        authorization_url: string;
                    };
                };
            };
            /**
             * @description `invitation_invalid`: `invitation` is missing, or not `ni_` and 43 base64url characters.
             *
             *     `body_invalid`: The request body cannot be read as its media type says.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invitation_ended`: The invitation was used or revoked, or has expired. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is larger than 1 MiB; for a host’s rules, 32 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `email_failed`: The mail server can’t be reached within 15 s, or takes no e-mail from the service. There is no link then.
             *
             *     `query_too_expensive`: An analytics query takes more time or memory than one may have; ask for less.
             *
             *     `identity_provider_away`: The identity provider can’t be reached, or doesn’t work; try again later.
             *
             *     `unavailable`: A store is away or takes no writes, such as when its disk is full; try again later.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    finishOidcSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OidcCallbackCreate"];
            };
        };
        responses: {
            /** @description The session that has begun. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserSession"];
                };
            };
            /**
             * @description `query_string_invalid`: `query_string` is missing, or not a string of at most 8,000 characters.
             *
             *     `body_invalid`: The request body cannot be read as its media type says.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invitation_ended`: The invitation was used or revoked, or has expired. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is larger than 1 MiB; for a host’s rules, 32 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `email_failed`: The mail server can’t be reached within 15 s, or takes no e-mail from the service. There is no link then.
             *
             *     `query_too_expensive`: An analytics query takes more time or memory than one may have; ask for less.
             *
             *     `identity_provider_away`: The identity provider can’t be reached, or doesn’t work; try again later.
             *
             *     `unavailable`: A store is away or takes no writes, such as when its disk is full; try again later.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    beginPasskeySignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the browser has to ask the authenticator for, and a cookie for 10 minutes. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description For `PublicKeyCredential.parseCreationOptionsFromJSON` or `PublicKeyCredential.parseRequestOptionsFromJSON`. */
                        options: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            /** @description `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is larger than 1 MiB; for a host’s rules, 32 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    signInWithPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeySignInCreate"];
            };
        };
        responses: {
            /** @description The session that has begun. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserSession"];
                };
            };
            /**
             * @description `credential_invalid`: `credential` is missing, not JSON text of a `PublicKeyCredential`, or not a new passkey for this host.
             *
             *     `body_invalid`: The request body cannot be read as its media type says.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is larger than 1 MiB; for a host’s rules, 32 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    openInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MembershipCreate"];
            };
        };
        responses: {
            /** @description What the invitation is for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenInvitation"];
                };
            };
            /**
             * @description `invitation_invalid`: `invitation` is missing, or not `ni_` and 43 base64url characters.
             *
             *     `body_invalid`: The request body cannot be read as its media type says.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invitation_ended`: The invitation was used or revoked, or has expired. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is larger than 1 MiB; for a host’s rules, 32 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptanceCreate"];
            };
        };
        responses: {
            /** @description The session that has begun. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserSession"];
                };
            };
            /**
             * @description `name_invalid`: `name` is missing or not 1 to 200 characters on one line.
             *
             *     `password_invalid`: `password` is missing, not 12 to 200 characters, or one of the first that a guesser tries.
             *
             *     `invitation_invalid`: `invitation` is missing, or not `ni_` and 43 base64url characters.
             *
             *     `body_invalid`: The request body cannot be read as its media type says.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invitation_ended`: The invitation was used or revoked, or has expired. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is larger than 1 MiB; for a host’s rules, 32 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["PasswordUpdate"];
                "application/json": components["schemas"]["PasswordUpdate"];
                "multipart/form-data": components["schemas"]["PasswordUpdate"];
            };
        };
        responses: {
            /** @description A confirmation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /**
             * @description `password_invalid`: `password` is missing, not 12 to 200 characters, or one of the first that a guesser tries.
             *
             *     `current_password_invalid`: `current_password` is missing or not a string.
             *
             *     `body_invalid`: The request body cannot be read as its media type says.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is larger than 1 MiB; for a host’s rules, 32 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    joinAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own, such as a UUID. The request is carried out once in 24 hours; sent again with the same key and body, it gets the first answer. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["MembershipCreate"];
                "application/json": components["schemas"]["MembershipCreate"];
                "multipart/form-data": components["schemas"]["MembershipCreate"];
            };
        };
        responses: {
            /** @description The membership that has begun. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Membership"];
                };
            };
            /**
             * @description `invitation_invalid`: `invitation` is missing, or not `ni_` and 43 base64url characters.
             *
             *     `body_invalid`: The request body cannot be read as its media type says.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `idempotency_answer_dropped`: The request with this `Idempotency-Key` was carried out, but its answer is not kept any more: the account had more bytes of answers than it may.
             *
             *     `idempotency_key_in_use`: A request with this `Idempotency-Key` is under way, or was interrupted, so it isn’t known whether it was carried out.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invitation_ended`: The invitation was used or revoked, or has expired. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is larger than 1 MiB; for a host’s rules, 32 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `idempotency_key_reused`: Another request had this `Idempotency-Key` within 24 hours. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The last one used is first. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserSessionItem"][];
                };
            };
            /** @description `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    endOtherSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How many have ended. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                session_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A confirmation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    confirmSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["SecondFactorCreate"];
                "application/json": components["schemas"]["SecondFactorCreate"];
                "multipart/form-data": components["schemas"]["SecondFactorCreate"];
            };
        };
        responses: {
            /** @description Codes for a lost phone; each works once. In no other answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        recovery_codes: string[];
                    };
                };
            };
            /**
             * @description `code_invalid`: `code` is missing, not a string, or not what a new authenticator app shows.
             *
             *     `body_invalid`: The request body cannot be read as its media type says.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is larger than 1 MiB; for a host’s rules, 32 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    beginSecondFactor: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own, such as a UUID. The request is carried out once in 24 hours; sent again with the same key and body, it gets the first answer. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["CurrentPasswordCreate"];
                "application/json": components["schemas"]["CurrentPasswordCreate"];
                "multipart/form-data": components["schemas"]["CurrentPasswordCreate"];
            };
        };
        responses: {
            /** @description The secret, in no other answer. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Base32, to type into an authenticator app. */
                        secret: string;
                        /** @description The same as an `otpauth:` URI, for a QR code. */
                        uri: string;
                    };
                };
            };
            /**
             * @description `current_password_invalid`: `current_password` is missing or not a string.
             *
             *     `body_invalid`: The request body cannot be read as its media type says.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `idempotency_answer_dropped`: The request with this `Idempotency-Key` was carried out, but its answer is not kept any more: the account had more bytes of answers than it may.
             *
             *     `idempotency_key_in_use`: A request with this `Idempotency-Key` is under way, or was interrupted, so it isn’t known whether it was carried out.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is larger than 1 MiB; for a host’s rules, 32 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `idempotency_key_reused`: Another request had this `Idempotency-Key` within 24 hours. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    removeSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["CurrentPasswordCreate"];
                "application/json": components["schemas"]["CurrentPasswordCreate"];
                "multipart/form-data": components["schemas"]["CurrentPasswordCreate"];
            };
        };
        responses: {
            /** @description A confirmation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /**
             * @description `current_password_invalid`: `current_password` is missing or not a string.
             *
             *     `body_invalid`: The request body cannot be read as its media type says.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is larger than 1 MiB; for a host’s rules, 32 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    renewRecoveryCodes: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own, such as a UUID. The request is carried out once in 24 hours; sent again with the same key and body, it gets the first answer. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["CurrentPasswordCreate"];
                "application/json": components["schemas"]["CurrentPasswordCreate"];
                "multipart/form-data": components["schemas"]["CurrentPasswordCreate"];
            };
        };
        responses: {
            /** @description Codes for a lost phone; each works once. In no other answer. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        recovery_codes: string[];
                    };
                };
            };
            /**
             * @description `current_password_invalid`: `current_password` is missing or not a string.
             *
             *     `body_invalid`: The request body cannot be read as its media type says.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `idempotency_answer_dropped`: The request with this `Idempotency-Key` was carried out, but its answer is not kept any more: the account had more bytes of answers than it may.
             *
             *     `idempotency_key_in_use`: A request with this `Idempotency-Key` is under way, or was interrupted, so it isn’t known whether it was carried out.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is larger than 1 MiB; for a host’s rules, 32 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `idempotency_key_reused`: Another request had this `Idempotency-Key` within 24 hours. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listPasskeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The oldest is first. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Passkey"][];
                };
            };
            /** @description `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createPasskey: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own, such as a UUID. The request is carried out once in 24 hours; sent again with the same key and body, it gets the first answer. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["PasskeyCreate"];
                "application/json": components["schemas"]["PasskeyCreate"];
                "multipart/form-data": components["schemas"]["PasskeyCreate"];
            };
        };
        responses: {
            /** @description The passkey registered. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Passkey"];
                };
            };
            /**
             * @description `name_invalid`: `name` is missing or not 1 to 200 characters on one line.
             *
             *     `credential_invalid`: `credential` is missing, not JSON text of a `PublicKeyCredential`, or not a new passkey for this host.
             *
             *     `body_invalid`: The request body cannot be read as its media type says.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `idempotency_answer_dropped`: The request with this `Idempotency-Key` was carried out, but its answer is not kept any more: the account had more bytes of answers than it may.
             *
             *     `idempotency_key_in_use`: A request with this `Idempotency-Key` is under way, or was interrupted, so it isn’t known whether it was carried out.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is larger than 1 MiB; for a host’s rules, 32 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `idempotency_key_reused`: Another request had this `Idempotency-Key` within 24 hours. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    beginPasskey: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own, such as a UUID. The request is carried out once in 24 hours; sent again with the same key and body, it gets the first answer. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["CurrentPasswordCreate"];
                "application/json": components["schemas"]["CurrentPasswordCreate"];
                "multipart/form-data": components["schemas"]["CurrentPasswordCreate"];
            };
        };
        responses: {
            /** @description What the browser has to ask the authenticator for, and a cookie for 10 minutes. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description For `PublicKeyCredential.parseCreationOptionsFromJSON` or `PublicKeyCredential.parseRequestOptionsFromJSON`. */
                        options: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            /**
             * @description `current_password_invalid`: `current_password` is missing or not a string.
             *
             *     `body_invalid`: The request body cannot be read as its media type says.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `idempotency_answer_dropped`: The request with this `Idempotency-Key` was carried out, but its answer is not kept any more: the account had more bytes of answers than it may.
             *
             *     `idempotency_key_in_use`: A request with this `Idempotency-Key` is under way, or was interrupted, so it isn’t known whether it was carried out.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is larger than 1 MiB; for a host’s rules, 32 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `idempotency_key_reused`: Another request had this `Idempotency-Key` within 24 hours. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deletePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                passkey_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A confirmation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createOwner: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own, such as a UUID. The request is carried out once in 24 hours; sent again with the same key and body, it gets the first answer. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["OwnerCreate"];
                "application/json": components["schemas"]["OwnerCreate"];
                "multipart/form-data": components["schemas"]["OwnerCreate"];
            };
        };
        responses: {
            /** @description The owner created. */
            201: {
                headers: {
                    /** @description The path of what was created. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            /**
             * @description `name_invalid`: `name` is missing or not 1 to 200 characters on one line.
             *
             *     `email_invalid`: `email` is missing or not an email address.
             *
             *     `email_taken`: A user with this `email` has this `password` already.
             *
             *     `password_invalid`: `password` is missing, not 12 to 200 characters, or one of the first that a guesser tries.
             *
             *     `body_invalid`: The request body cannot be read as its media type says.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `idempotency_answer_dropped`: The request with this `Idempotency-Key` was carried out, but its answer is not kept any more: the account had more bytes of answers than it may.
             *
             *     `idempotency_key_in_use`: A request with this `Idempotency-Key` is under way, or was interrupted, so it isn’t known whether it was carried out.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is larger than 1 MiB; for a host’s rules, 32 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `idempotency_key_reused`: Another request had this `Idempotency-Key` within 24 hours. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listMembers: {
        parameters: {
            query?: {
                /** @description Page number, from 1. */
                page?: number;
                /** @description Items per page, 1 to 1000. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of members. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    /** @description The URLs of the first, previous, next and last page (RFC 8288). */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Member"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            /**
             * @description `page_invalid`: `page` is not an integer from 1.
             *
             *     `per_page_invalid`: `per_page` is not an integer from 1 to 1000.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                user_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The member. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                user_uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["MemberUpdate"];
                "application/json": components["schemas"]["MemberUpdate"];
                "multipart/form-data": components["schemas"]["MemberUpdate"];
            };
        };
        responses: {
            /** @description The member as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            /**
             * @description `role_invalid`: `role` is missing or not `owner`, `admin` or `viewer`.
             *
             *     `body_invalid`: The request body cannot be read as its media type says.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is larger than 1 MiB; for a host’s rules, 32 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                user_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A confirmation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /** @description `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listInvitations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The open invitations, newest first. */
            200: {
                headers: {
                    /** @description The version of what is answered, for `If-None-Match` and `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"][];
                };
            };
            /** @description `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own, such as a UUID. The request is carried out once in 24 hours; sent again with the same key and body, it gets the first answer. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["InvitationCreate"];
                "application/json": components["schemas"]["InvitationCreate"];
                "multipart/form-data": components["schemas"]["InvitationCreate"];
            };
        };
        responses: {
            /** @description The invitation created, with its secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedInvitation"];
                };
            };
            /**
             * @description `email_invalid`: `email` is missing or not an email address.
             *
             *     `email_taken`: A user with this `email` has this `password` already.
             *
             *     `role_invalid`: `role` is missing or not `owner`, `admin` or `viewer`.
             *
             *     `body_invalid`: The request body cannot be read as its media type says.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `idempotency_answer_dropped`: The request with this `Idempotency-Key` was carried out, but its answer is not kept any more: the account had more bytes of answers than it may.
             *
             *     `idempotency_key_in_use`: A request with this `Idempotency-Key` is under way, or was interrupted, so it isn’t known whether it was carried out.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is larger than 1 MiB; for a host’s rules, 32 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `idempotency_key_reused`: Another request had this `Idempotency-Key` within 24 hours. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    revokeInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /** @description RFC 9562 UUID version 7, lower case. */
                invitation_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A confirmation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether to offer it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordResetOffer"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordResetUpdate"];
            };
        };
        responses: {
            /** @description A confirmation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /**
             * @description `password_invalid`: `password` is missing, not 12 to 200 characters, or one of the first that a guesser tries.
             *
             *     `token_invalid`: `token` is missing, or not that of a link to choose a new password that still works.
             *
             *     `body_invalid`: The request body cannot be read as its media type says.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is larger than 1 MiB; for a host’s rules, 32 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    requestPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordResetCreate"];
            };
        };
        responses: {
            /** @description The request was taken. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /**
             * @description `email_invalid`: `email` is missing or not an email address.
             *
             *     `email_taken`: A user with this `email` has this `password` already.
             *
             *     `body_invalid`: The request body cannot be read as its media type says.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: The access token does not have the scope the request needs, or the user does not have the role.
             *
             *     `password_refused`: `current_password` is not the user’s password.
             *
             *     `invitation_for_another`: The invitation is for another email address than that of the user who is signed in.
             *
             *     `email_unverified`: The identity provider does not say that the email address belongs to the person who signs in.
             *
             *     `not_a_user`: There is no user with the email address that the identity provider names, and no invitation was opened.
             *
             *     `another_identity`: The user with this email address belongs to another identity of the provider.
             *
             *     `csrf_token_refused`: A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.
             *
             *     `origin_forbidden`: A page of another origin tried to sign in, or to use the cookie of a session.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is larger than 1 MiB; for a host’s rules, 32 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    replayHostRules: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description RFC 9562 UUID version 7, lower case. */
                account_uuid: string;
                /**
                 * @description The host that was asked.
                 * @example go.example.com
                 */
                host: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description In order: the first one that holds and answers, answers. */
                    rules: components["schemas"]["Rule"][];
                    /**
                     * Format: date
                     * @description First day, UTC. Default: six days before today.
                     * @example 2026-05-04
                     */
                    from?: string;
                    /**
                     * Format: date
                     * @description Last day, UTC. Default: today.
                     * @example 2026-05-04
                     */
                    to?: string;
                };
            };
        };
        responses: {
            /** @description What the rules would have done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Requests recorded in these days. */
                        requests: number;
                        /** @description Requests that would have been answered by something else than they were. */
                        changed: number;
                        /** @description Requests that a rule would have blocked. */
                        blocked: number;
                        /** @description Requests that would have been redirected in a circle. */
                        circles: number;
                        /** @description Requests that nothing would have answered: 404. */
                        unmatched: number;
                        /** @description Requests that a rule might have answered of which the record doesn’t tell whether it held. */
                        uncertain: number;
                        /** @description One entry for each rule, in order. */
                        rules: {
                            /** @description The rule’s place, from 0. */
                            rule: number;
                            /** @description Requests that the rule would have decided about. */
                            requests: number;
                        }[];
                        /** @description Changed requests, those recorded most often first; at most 20. */
                        samples: {
                            /** @example /old */
                            path: string;
                            /**
                             * @description What was answered.
                             * @example unmatched 404
                             */
                            before: string;
                            /**
                             * @description What would have been answered.
                             * @example 301 https://www.example.com/new
                             */
                            after: string;
                        }[];
                        /** @description What rules ask for that isn’t recorded. */
                        not_replayable: {
                            /** @description The rule’s place, from 0. */
                            rule: number;
                            /** @description `query`, `languages`, `addresses`, `share`, `basic_auth` or `rate_limit`. */
                            condition: string;
                        }[];
                    };
                };
            };
            /**
             * @description `rules_invalid`: A host’s rules are wrong; the message names the place, such as `rules[1].then.redirect.to`.
             *
             *     `from_invalid`: `from` is not a date of the form `YYYY-MM-DD`.
             *
             *     `to_invalid`: `to` is not a date of the form `YYYY-MM-DD`.
             *
             *     `date_range_invalid`: `from` is after `to`, or the range has more than 3,660 days.
             *
             *     `body_invalid`: The request body cannot be read as its media type says.
             *
             *     `parameter_unknown`: The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `unauthorized`: The access token is missing, malformed, unknown, expired or revoked, or the session has ended.
             *
             *     `second_factor_required`: The password is right, and the user has a second factor: sign in with its `code`, too.
             *
             *     `second_factor_refused`: The `code` of the second factor is wrong, too old, or was used before.
             *
             *     `passkey_refused`: The passkey is not registered here, or its answer is not valid for this sign-in.
             *
             *     `identity_refused`: The identity provider refused the sign-in, or its answer is not valid for it.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource or route does not exist, or the resource belongs to another account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is larger than 1 MiB; for a host’s rules, 32 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_requests_under_way`: Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.
             *
             *     `rate_limited`: The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `email_failed`: The mail server can’t be reached within 15 s, or takes no e-mail from the service. There is no link then.
             *
             *     `query_too_expensive`: An analytics query takes more time or memory than one may have; ask for less.
             *
             *     `identity_provider_away`: The identity provider can’t be reached, or doesn’t work; try again later.
             *
             *     `unavailable`: A store is away or takes no writes, such as when its disk is full; try again later.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
