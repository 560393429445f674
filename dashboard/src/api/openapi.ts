/* Generated from the OpenAPI document by `npm run docs`. Do not edit. */

export interface paths {
    "/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show the session of the cookie */
        get: operations["getSession"];
        put?: never;
        /** Sign in with an access token; sets the cookie of the session */
        post: operations["signIn"];
        /** Sign out: ends the session and removes its cookie */
        delete: operations["signOut"];
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
        /** List the accounts the token may use */
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
        /** Show the token in use and its account */
        get: operations["getMe"];
        put?: never;
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
        /** List access tokens, without the tokens themselves */
        get: operations["listAccessTokens"];
        put?: never;
        /** Create an access token; this answer alone has the token itself */
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
        /** Retrieve an access token, without the token itself */
        get: operations["getAccessToken"];
        put?: never;
        post?: never;
        /** Revoke an access token; sessions that began with it end */
        delete: operations["revokeAccessToken"];
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
        /** Number of distinct visitors */
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
         * @description A visitor counts once in each bucket.
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
        /** Number of pageviews */
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
        /** Number of pageviews over time */
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
         * @description A visit belongs to the day on which it begins, also when it goes on after midnight.
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
         * @description A visit belongs to the day on which it begins, also when it goes on after midnight.
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
         * @description The pageviews of a bucket over the visits that begin in it; two decimals, 0 without visits.
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
         * @description By the referrer of a visit’s first pageview; without one it is `Direct`.
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
         * @description By the address of a visit’s first pageview; visits without the parameter are not counted, nor part of the percentages.
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
         * @description Paths are without query and fragment.
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
         * @description With `region` only the visitors in that region count, and percentages are of them. `region` is an addition of Nameplate’s.
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
         * @description Each of the three lists has percentages of its own, and `limit` is for each.
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
         * @description Two decimals, 0 without visits. An addition of Nameplate’s.
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
         * @description A visit belongs to the day on which it begins, also when it goes on after midnight. Two decimals, 0 without visits. An addition of Nameplate’s.
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
         * @description Three decimals, 0 without visits; visits of a single pageview count with 0. An addition of Nameplate’s.
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
         * @description A visit belongs to the day on which it begins, also when it goes on after midnight. Three decimals, 0 without visits; visits of a single pageview count with 0. An addition of Nameplate’s.
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
         * @description Paths are without query and fragment. An addition of Nameplate’s.
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
         * @description Paths are without query and fragment. An addition of Nameplate’s.
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
         * @description An event counts under each of its keys. An addition of Nameplate’s.
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
         * @description Has neither `from` nor `to`. An addition of Nameplate’s.
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
        /** Number of HTTP requests */
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
        /** Number of HTTP requests over time */
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
         * @description Start lines, fields and bodies of requests and responses are counted.
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
         * @description Start lines, fields and bodies of requests and responses are counted.
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
         * @description From the first byte of a request to the last byte of its response; six decimals, 0 without requests.
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
         * @description From the first byte of a request to the last byte of its response; six decimals, 0 without requests.
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
         * @description All buckets are always there. The lower bound belongs to a bucket, the upper one does not.
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
         * @description Paths are as requested, without the query; bytes that are not ASCII are percent-encoded.
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
        /** Response codes by number of requests */
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
         * @description Requests of others are not counted, nor part of the percentages.
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
         * @description Requests from other networks are not counted, nor part of the percentages.
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
        /** Any metrics of visitors, by any dimensions, under any filters */
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
        /** Any metrics of requests, by any dimensions, under any filters */
        post: operations["queryRequests"];
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
        /** The query over visitors, with the host as `site_id` */
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
        /** How many visitors take one step after another */
        post: operations["queryFunnel"];
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
        /** List goals of a custom domain */
        get: operations["listGoals"];
        put?: never;
        /** Create a goal: an event or the view of a page */
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
        /** Retrieve a goal */
        get: operations["getGoal"];
        put?: never;
        post?: never;
        /** Delete a goal */
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
        /** List segments of the account */
        get: operations["listSegments"];
        put?: never;
        /** Create a segment: filters under a name */
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
        /** Retrieve a segment */
        get: operations["getSegment"];
        /** Update a segment; attributes left out stay as they are */
        put: operations["updateSegment"];
        post?: never;
        /** Delete a segment */
        delete: operations["deleteSegment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{account_uuid}/redirects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List redirects */
        get: operations["listRedirects"];
        put?: never;
        /** Create a redirect */
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
        /** Retrieve a redirect */
        get: operations["getRedirect"];
        /** Update a redirect; attributes left out stay as they are */
        put: operations["updateRedirect"];
        post?: never;
        /** Delete a redirect */
        delete: operations["deleteRedirect"];
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
        /** List upstreams */
        get: operations["listUpstreams"];
        put?: never;
        /** Create an upstream */
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
        /** Retrieve an upstream */
        get: operations["getUpstream"];
        /** Update an upstream; attributes left out stay as they are */
        put: operations["updateUpstream"];
        post?: never;
        /** Delete an upstream and the custom domains on it */
        delete: operations["deleteUpstream"];
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
        /** List custom domains of all upstreams */
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
        /** Retrieve a custom domain, on whichever upstream it is */
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
        /** List custom domains of an upstream */
        get: operations["listCustomDomains"];
        put?: never;
        /** Create a custom domain */
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
        /** Retrieve a custom domain */
        get: operations["getCustomDomain"];
        /** Update a custom domain; attributes left out stay as they are */
        put: operations["updateCustomDomain"];
        post?: never;
        /** Delete a custom domain */
        delete: operations["deleteCustomDomain"];
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
        /** Check the DNS records of a custom domain now */
        post: operations["verifyDnsRecords"];
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
        /** List custom certificates, newest first */
        get: operations["listCustomCertificates"];
        put?: never;
        /** Upload a custom certificate with its private key */
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
        /** Retrieve a custom certificate */
        get: operations["getCustomCertificate"];
        put?: never;
        post?: never;
        /** Delete a custom certificate and its private key */
        delete: operations["deleteCustomCertificate"];
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
            uuid: string;
            /**
             * Format: uuid
             * @description RFC 9562 UUID version 7, lower case.
             */
            account_uuid: string;
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
            last_used_at: string | null;
            /**
             * @description Creation time. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            created_at: string;
        };
        CreatedAccessToken: {
            /**
             * Format: uuid
             * @description RFC 9562 UUID version 7, lower case.
             */
            uuid: string;
            /**
             * Format: uuid
             * @description RFC 9562 UUID version 7, lower case.
             */
            account_uuid: string;
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
            last_used_at: string | null;
            /**
             * @description Creation time. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            created_at: string;
            /**
             * @description The access token itself. It is stored nowhere and cannot be had again.
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
        SessionCreate: {
            /** @description The access token to sign in with. */
            access_token: string;
        };
        Redirect: {
            /**
             * Format: uuid
             * @description RFC 9562 UUID version 7, lower case.
             */
            uuid: string;
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
            created_at: string;
            /**
             * @description Time of last update. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            updated_at: string;
            /**
             * Format: uuid
             * @description RFC 9562 UUID version 7, lower case.
             */
            account_uuid: string;
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
        };
        Upstream: {
            /**
             * Format: uuid
             * @description RFC 9562 UUID version 7, lower case.
             */
            uuid: string;
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
            /** @description Sent to the upstream in `X-Nameplate-Auth-Token`, so that it can tell who asks. 256 random bits unless given. */
            auth_token: string;
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
            /** @description Sent to the upstream in `X-Nameplate-Auth-Token`, so that it can tell who asks. 256 random bits unless given. */
            auth_token?: string;
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
            /** @description Sent to the upstream in `X-Nameplate-Auth-Token`, so that it can tell who asks. 256 random bits unless given. */
            auth_token?: string;
        };
        CustomCertificate: {
            /**
             * Format: uuid
             * @description RFC 9562 UUID version 7, lower case.
             */
            uuid: string;
            /**
             * @description Expiration time. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            expires_at: string;
            /**
             * @description Time before which the certificate is not valid. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            not_before: string;
            /** @description SHA-256 of the DER, in upper-case hexadecimal pairs with colons. */
            fingerprint: string;
            /**
             * @description As RFC 4514 writes names.
             * @example CN=R11,O=Let's Encrypt,C=US
             */
            issuer: string;
            /** @description SHA-1 of the SubjectPublicKeyInfo, in lower-case hexadecimal. */
            public_key_sha: string;
            /**
             * @description The DNS names among the subject alternative names, in their order.
             * @example [
             *       "example.com",
             *       "*.example.com"
             *     ]
             */
            sans: string[];
            /** @description Upper-case hexadecimal. */
            serial_number: string;
            /**
             * @description As OpenSSL names it.
             * @example ecdsa-with-SHA256
             */
            signature_algorithm: string;
            /**
             * @description As RFC 4514 writes names.
             * @example CN=example.com
             */
            subject: string;
            /**
             * @description Time of the upload. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            created_at: string;
        };
        CustomCertificateCreate: {
            /** @description The certificate in PEM with the intermediates that lead to its root, 20 in all at most, in any order. Roots and what does not belong to the chain are left out. */
            certificate: string;
            /** @description Its private key in PEM (PKCS #8, PKCS #1 or SEC 1), not encrypted. Kept encrypted, and never returned. */
            private_key: string;
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
        CustomDomain: {
            /**
             * Format: uuid
             * @description RFC 9562 UUID version 7, lower case.
             */
            uuid: string;
            /**
             * Format: uuid
             * @description RFC 9562 UUID version 7, lower case.
             */
            upstream_uuid: string;
            /**
             * @description Host that visitors ask for; stored in lower case, internationalised names as A-labels. One custom domain each, and none on hosts of other accounts.
             * @example shop.example.com
             */
            host: string;
            /**
             * @description Whether the DNS records lead to the edge, as of the last check.
             * @enum {string}
             */
            status: "pending_check" | "dns_records_found" | "dns_records_not_found";
            /**
             * @description How a certificate authority checks who has the host.
             * @default http01
             * @enum {string}
             */
            challenge_type: "http01";
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
             * @description For how many seconds browsers are told to come by HTTPS only (`Strict-Transport-Security`); 0 does not tell them.
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
            /** @description Whether the host has a certificate that is valid now. */
            tls_certificate_issued: boolean;
            /** @description The certificate of the host, or why it could not be had; null when there is neither. */
            certificate: {
                /** @description As RFC 4514 writes names. */
                issuer: string | null;
                expires_at: string | null;
                /** @description Why the last attempt to get an automatic one failed. */
                last_error: string | null;
            } | null;
            /** @description The records to create; empty when the operator has not said where the edge is. */
            dns_records: components["schemas"]["DnsRecord"][];
            last_dns_check_at: string | null;
            /** @description What the last check of the DNS records came to. */
            dns_check: {
                /**
                 * @description Time of the check. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
                 * @example 2026-05-04T09:30:00.000+00:00
                 */
                checked_at: string;
                /** @description The records that were there. */
                found: components["schemas"]["DnsRecord"][];
                /** @description What is wrong with them and how to mend it, a sentence each. */
                problems: string[];
            } | null;
            /**
             * @description Creation time. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            created_at: string;
            /**
             * @description Time of last update by its owner; checks do not change it. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            updated_at: string;
        };
        CustomDomainCreate: {
            /**
             * @description Host that visitors ask for; stored in lower case, internationalised names as A-labels. One custom domain each, and none on hosts of other accounts.
             * @example shop.example.com
             */
            host: string;
            /**
             * @description How a certificate authority checks who has the host.
             * @default http01
             * @enum {string}
             */
            challenge_type?: "http01";
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
             * @description For how many seconds browsers are told to come by HTTPS only (`Strict-Transport-Security`); 0 does not tell them.
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
        };
        CustomDomainUpdate: {
            /**
             * @description Host that visitors ask for; stored in lower case, internationalised names as A-labels. One custom domain each, and none on hosts of other accounts.
             * @example shop.example.com
             */
            host?: string;
            /**
             * @description How a certificate authority checks who has the host.
             * @default http01
             * @enum {string}
             */
            challenge_type?: "http01";
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
             * @description For how many seconds browsers are told to come by HTTPS only (`Strict-Transport-Security`); 0 does not tell them.
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
        };
        Goal: {
            /**
             * Format: uuid
             * @description RFC 9562 UUID version 7, lower case.
             */
            uuid: string;
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
            created_at: string;
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
            uuid: string;
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
            created_at: string;
            /**
             * @description Time of last update. `YYYY-MM-DDThh:mm:ss.mmm+00:00`, UTC.
             * @example 2026-05-04T09:30:00.000+00:00
             */
            updated_at: string;
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
            metrics: ("requests" | "bytes_in" | "bytes_out" | "response_time" | "response_time_p50" | "response_time_p95" | "response_time_p99" | "error_rate")[];
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
            dimensions?: ("time:hour" | "time:day" | "time:week" | "time:month" | "request:path" | "request:method" | "request:status" | "request:status_class" | "request:bot" | "request:datacenter")[];
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
                        session: components["schemas"]["Session"] | null;
                    };
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
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
            /** @description The session that has begun. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
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
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
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
            /** @description The accounts of the token; one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"][];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
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
            /** @description The token and its account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        token: components["schemas"]["AccessToken"];
                        account: components["schemas"]["Account"];
                    };
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AccessToken"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
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
            header?: never;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedAccessToken"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessToken"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
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
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service Unavailable */
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
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service Unavailable */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service Unavailable */
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
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service Unavailable */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service Unavailable */
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
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service Unavailable */
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
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service Unavailable */
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
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service Unavailable */
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
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service Unavailable */
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
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service Unavailable */
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
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service Unavailable */
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
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service Unavailable */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        rate: number;
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service Unavailable */
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
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service Unavailable */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        duration: number;
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service Unavailable */
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
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service Unavailable */
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
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service Unavailable */
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
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service Unavailable */
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
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service Unavailable */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service Unavailable */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service Unavailable */
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
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service Unavailable */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        bytes: number;
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service Unavailable */
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
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service Unavailable */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        duration: number;
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service Unavailable */
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
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service Unavailable */
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
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service Unavailable */
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
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service Unavailable */
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
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service Unavailable */
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
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service Unavailable */
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
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service Unavailable */
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
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service Unavailable */
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
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service Unavailable */
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
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service Unavailable */
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
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service Unavailable */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Goal"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
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
            header?: never;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Goal"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Goal"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
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
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Segment"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
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
            header?: never;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Segment"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Segment"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
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
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
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
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
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
    listRedirects: {
        parameters: {
            query?: {
                /** @description Only the redirect of this host. */
                source_host?: string;
                /** @description Only those that have this text, in whatever case, in `source_host` or `destination_url`. */
                query?: string;
                /** @description Page number, from 1. */
                page?: number;
                /** @description Items per page, 1 to 1000. */
                per_page?: number;
                /** @description Field to sort by; `-` before it for descending order. */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "source_host" | "-source_host";
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Redirect"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
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
            header?: never;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Redirect"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Redirect"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
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
            header?: never;
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
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
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
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        records: components["schemas"]["Upstream"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
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
            header?: never;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upstream"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upstream"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
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
            header?: never;
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
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
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
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
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
                /** @description Only those that have this text, in whatever case, in `host`. */
                query?: string;
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
            /** @description A page of custom domains. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CustomDomain"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomDomain"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
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
                /** @description Only those that have this text, in whatever case, in `host`. */
                query?: string;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CustomDomain"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
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
            header?: never;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomDomain"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomDomain"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
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
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
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
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
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
            /** @description The custom domain with what the check came to. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomDomain"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CustomCertificate"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
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
            header?: never;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomCertificate"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service Unavailable */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomCertificate"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
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
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too Many Requests */
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
}
