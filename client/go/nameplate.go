// Package nameplate is a client of Nameplate's API: one file, with nothing but Go's own library (1.19 and up).
//
//	client, err := nameplate.New("https://nameplate.example.com", os.Getenv("NAMEPLATE_TOKEN"))
//	redirect, err := client.CreateRedirect(ctx, account, &nameplate.RedirectCreate{
//		SourceHost:     "go.example.com",
//		DestinationURL: "https://example.com",
//	})
//	err = nameplate.Each(func(cursor string) (*nameplate.Page[nameplate.Redirect], error) {
//		return client.ListRedirects(ctx, account, &nameplate.ListRedirectsQuery{Cursor: &cursor})
//	}, func(redirect nameplate.Redirect) error { fmt.Println(redirect.SourceHost); return nil })
//
// A method for each operation of openapi.json. In what is sent, attributes that may be left out are pointers: see Ptr.
package nameplate

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Error is a request that failed: refused by the service, or never answered.
type Error struct {
	// Status is the HTTP status, 0 without an answer.
	Status int
	// Code is `error_code` of the answer; "unreachable" without one, "answer_invalid" for one that isn't Nameplate's.
	Code    string
	Message string
	// RequestID is `X-Request-Id` of the answer.
	RequestID string
	// RetryAfter is how long to wait, 0 where the answer doesn't say.
	RetryAfter time.Duration
	Cause      error
}

func (e *Error) Error() string { return e.Message }
func (e *Error) Unwrap() error { return e.Cause }

// Page is a page of a list.
type Page[T any] struct {
	Data       []T `json:"data"`
	Records    []T `json:"records"`
	Pagination struct {
		Page  int64 `json:"page"`
		Count int64 `json:"count"`
	} `json:"pagination"`
	// Next is the cursor of the next page, empty on the last one that was read by cursor.
	Next string `json:"-"`
}

// Items of the page.
func (p *Page[T]) Items() []T {
	if p.Records != nil {
		return p.Records
	}
	return p.Data
}

func (p *Page[T]) link(field string) {
	if found := nextLink.FindStringSubmatch(field); found != nil {
		if query, err := url.ParseQuery(found[1]); err == nil {
			p.Next = query.Get("cursor")
		}
	}
}

// Each calls use with the items of all pages, which read reads by their cursor: empty for the first.
func Each[T any](read func(cursor string) (*Page[T], error), use func(T) error) error {
	for cursor := ""; ; {
		page, err := read(cursor)
		if err != nil {
			return err
		}
		for _, item := range page.Items() {
			if err := use(item); err != nil {
				return err
			}
		}
		if page.Next == "" {
			return nil
		}
		cursor = page.Next
	}
}

// Ptr is a pointer to a value, for what may be left out.
func Ptr[T any](value T) *T { return &value }

// Client asks one service as one access token. It may be used by several goroutines.
type Client struct {
	base, token string
	// HTTP sends the requests. It follows no redirects: the API has none, and another host must not get the token.
	HTTP *http.Client
	// Retries is how often a request is tried again that the service can't answer at the moment.
	Retries int
	// LongestWait is the longest wait before a try. A request that would have to wait longer fails at once.
	LongestWait time.Duration
}

// New answers a client of the API at base, such as https://nameplate.example.com.
func New(base, token string) (*Client, error) {
	parsed, err := url.Parse(base)
	if err != nil || parsed.Host == "" || (parsed.Scheme != "https" && parsed.Scheme != "http") {
		return nil, fmt.Errorf("url is %q; allowed: http:// or https:// and a host", base)
	}
	if token == "" {
		return nil, errors.New("token is empty; allowed: an access token")
	}
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &Client{
		base:        strings.TrimRight(base, "/"),
		token:       token,
		HTTP:        &http.Client{Timeout: time.Minute, CheckRedirect: stay},
		Retries:     4,
		LongestWait: time.Minute,
	}, nil
}

type contextKey struct{}

// WithHeader adds a field, such as If-Match or Idempotency-Key, to the requests that are made with the context.
func WithHeader(ctx context.Context, name, value string) context.Context {
	fields := http.Header{}
	if given, ok := ctx.Value(contextKey{}).(http.Header); ok {
		fields = given.Clone()
	}
	fields.Set(name, value)
	return context.WithValue(ctx, contextKey{}, fields)
}

var (
	nextLink  = regexp.MustCompile(`<[^>]*\?([^>]*)>;\s*rel="next"`)
	inPath    = regexp.MustCompile(`\{\w+\}`)
	passing   = map[string]bool{"rate_limited": true, "unavailable": true, "idempotency_key_in_use": true, "unreachable": true}
	firstWait = 250 * time.Millisecond
)

// query has the parameters of a request as text.
type query interface{ values() url.Values }

func (c *Client) ask(ctx context.Context, method, path string, ids []string, asked query, body, answer any) error {
	at := 0
	filled := inPath.ReplaceAllStringFunc(path, func(name string) string {
		id := ids[at]
		at++
		return url.PathEscape(id)
	})
	for _, id := range ids {
		// "." and ".." would be resolved, and lead to another operation.
		if id == "" || id == "." || id == ".." {
			return fmt.Errorf("an id in %s is %q; allowed: an id", path, id)
		}
	}
	address := c.base + filled
	if asked != nil {
		if text := asked.values().Encode(); text != "" {
			address += "?" + text
		}
	}
	fields := http.Header{"Authorization": {"Bearer " + c.token}}
	var content []byte
	if body != nil {
		var err error
		if content, err = json.Marshal(body); err != nil {
			return err
		}
		fields.Set("Content-Type", "application/json")
	}
	if method == http.MethodPost {
		// The same for all tries, so that the service carries a request out once.
		key := make([]byte, 16)
		if _, err := rand.Read(key); err != nil {
			return err
		}
		fields.Set("Idempotency-Key", hex.EncodeToString(key))
	}
	if given, ok := ctx.Value(contextKey{}).(http.Header); ok {
		for name := range given {
			fields.Set(name, given.Get(name))
		}
	}
	for tried := 0; ; tried++ {
		err := c.send(ctx, method, address, fields, content, answer)
		var failure *Error
		if !errors.As(err, &failure) {
			return err
		}
		wait := failure.RetryAfter
		if wait == 0 {
			wait = firstWait << tried
		}
		if tried >= c.Retries || !passing[failure.Code] || wait > c.LongestWait {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
		}
	}
}

func (c *Client) send(ctx context.Context, method, address string, fields http.Header, body []byte, answer any) error {
	request, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header = fields
	response, err := c.HTTP.Do(request)
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return &Error{Code: "unreachable", Message: c.base + " can't be reached: " + err.Error(), Cause: err}
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		return &Error{Code: "unreachable", Message: "the answer of " + c.base + " broke off: " + err.Error(), Cause: err}
	}
	failure := &Error{
		Status:    response.StatusCode,
		Code:      "answer_invalid",
		Message:   fmt.Sprintf("the answer %d of %s is not Nameplate's", response.StatusCode, c.base),
		RequestID: response.Header.Get("X-Request-Id"),
	}
	if response.StatusCode >= 300 {
		var told struct {
			Error string `json:"error"`
			Code  string `json:"error_code"`
		}
		if json.Unmarshal(content, &told) == nil && told.Error != "" {
			failure.Message, failure.Code = told.Error, told.Code
		}
		failure.RetryAfter = retryAfter(response.Header.Get("Retry-After"))
		return failure
	}
	if err := json.Unmarshal(content, answer); err != nil {
		failure.Cause = err
		return failure
	}
	if page, ok := answer.(interface{ link(string) }); ok {
		page.link(response.Header.Get("Link"))
	}
	return nil
}

// retryAfter reads Retry-After (RFC 9110 section 10.2.3): seconds, or a date.
func retryAfter(field string) time.Duration {
	if seconds, err := strconv.Atoi(field); err == nil {
		return time.Duration(seconds) * time.Second
	}
	if at, err := http.ParseTime(field); err == nil && time.Until(at) > 0 {
		return time.Until(at)
	}
	return 0
}

func set[T any](values url.Values, name string, value *T) {
	if value != nil {
		values.Set(name, fmt.Sprint(*value))
	}
}

// orNone makes a body that isn't given no body: a nil pointer in an interface is not nil.
func orNone[T any](body *T) any {
	if body == nil {
		return nil
	}
	return body
}

// Message is a component of the document.
type Message struct {
	Message string `json:"message"`
}

// Redirect is a component of the document.
type Redirect struct {
	UUID                string `json:"uuid"`
	SourceHost          string `json:"source_host"`
	MatchPath           string `json:"match_path"`
	DestinationURL      string `json:"destination_url"`
	RedirectType        string `json:"redirect_type"`
	PreservePath        bool   `json:"preserve_path"`
	PreserveQueryString bool   `json:"preserve_query_string"`
	Active              bool   `json:"active"`
	CreatedAt           string `json:"created_at"`
	UpdatedAt           string `json:"updated_at"`
	AccountUUID         string `json:"account_uuid"`
	Note                string `json:"note"`
	Verdict             struct {
		State       string  `json:"state"`
		FindingUUID *string `json:"finding_uuid"`
		Cause       *string `json:"cause"`
	} `json:"verdict"`
	Reachable *string  `json:"reachable"`
	Renewal   *Renewal `json:"renewal"`
	Warnings  []string `json:"warnings,omitempty"`
}

// RedirectCreate is a component of the document.
type RedirectCreate struct {
	SourceHost          string  `json:"source_host"`
	MatchPath           *string `json:"match_path,omitempty"`
	DestinationURL      string  `json:"destination_url"`
	RedirectType        *string `json:"redirect_type,omitempty"`
	PreservePath        *bool   `json:"preserve_path,omitempty"`
	PreserveQueryString *bool   `json:"preserve_query_string,omitempty"`
	Active              *bool   `json:"active,omitempty"`
	Note                *string `json:"note,omitempty"`
}

// RedirectUpdate is a component of the document.
type RedirectUpdate struct {
	SourceHost          *string `json:"source_host,omitempty"`
	MatchPath           *string `json:"match_path,omitempty"`
	DestinationURL      *string `json:"destination_url,omitempty"`
	RedirectType        *string `json:"redirect_type,omitempty"`
	PreservePath        *bool   `json:"preserve_path,omitempty"`
	PreserveQueryString *bool   `json:"preserve_query_string,omitempty"`
	Active              *bool   `json:"active,omitempty"`
	Note                *string `json:"note,omitempty"`
}

// Host is a component of the document.
type Host struct {
	Host             string  `json:"host"`
	CustomDomainUUID *string `json:"custom_domain_uuid"`
	RedirectUUID     *string `json:"redirect_uuid"`
	Rules            int64   `json:"rules"`
	UpdatedAt        string  `json:"updated_at"`
	Verdict          struct {
		State       string  `json:"state"`
		FindingUUID *string `json:"finding_uuid"`
		Cause       *string `json:"cause"`
	} `json:"verdict"`
	Reachable *string  `json:"reachable"`
	Renewal   *Renewal `json:"renewal"`
}

// Diagnosis is a component of the document.
type Diagnosis struct {
	Host      string  `json:"host"`
	Verdict   any     `json:"verdict"`
	Cause     *string `json:"cause"`
	CauseCode any     `json:"cause_code"`
	Fix       *string `json:"fix"`
	Steps     []struct {
		Step    any     `json:"step"`
		State   any     `json:"state"`
		Detail  string  `json:"detail"`
		Seconds float64 `json:"seconds"`
	} `json:"steps"`
}

// Rule is a component of the document.
type Rule struct {
	Name   *string `json:"name,omitempty"`
	Active *bool   `json:"active,omitempty"`
	If     *struct {
		Path              *string        `json:"path,omitempty"`
		Methods           []string       `json:"methods,omitempty"`
		Query             map[string]any `json:"query,omitempty"`
		Countries         []string       `json:"countries,omitempty"`
		Languages         []string       `json:"languages,omitempty"`
		Devices           []string       `json:"devices,omitempty"`
		Systems           []string       `json:"systems,omitempty"`
		Browsers          []string       `json:"browsers,omitempty"`
		Bots              any            `json:"bots,omitempty"`
		Verified          *bool          `json:"verified,omitempty"`
		Addresses         []string       `json:"addresses,omitempty"`
		ClientCertificate any            `json:"client_certificate,omitempty"`
		StartsAt          *string        `json:"starts_at,omitempty"`
		EndsAt            *string        `json:"ends_at,omitempty"`
		Share             *float64       `json:"share,omitempty"`
	} `json:"if,omitempty"`
	Then struct {
		Redirect *struct {
			To     string `json:"to"`
			Status any    `json:"status,omitempty"`
			Query  *bool  `json:"query,omitempty"`
		} `json:"redirect,omitempty"`
		Proxy *struct {
			UpstreamUUID string  `json:"upstream_uuid"`
			StripPrefix  *string `json:"strip_prefix,omitempty"`
			Prefix       *string `json:"prefix,omitempty"`
			HostHeader   *string `json:"host_header,omitempty"`
		} `json:"proxy,omitempty"`
		Respond *struct {
			Status      *int64  `json:"status,omitempty"`
			ContentType *string `json:"content_type,omitempty"`
			Body        *string `json:"body,omitempty"`
		} `json:"respond,omitempty"`
		Block     map[string]any `json:"block,omitempty"`
		BasicAuth *struct {
			Realm string `json:"realm"`
			Users []struct {
				Name     string  `json:"name"`
				Password *string `json:"password,omitempty"`
			} `json:"users"`
		} `json:"basic_auth,omitempty"`
		Challenge map[string]any `json:"challenge,omitempty"`
		RateLimit *struct {
			Requests int64 `json:"requests"`
			Seconds  int64 `json:"seconds"`
		} `json:"rate_limit,omitempty"`
		SetHeaders *struct {
			Request  map[string]*string `json:"request,omitempty"`
			Response map[string]*string `json:"response,omitempty"`
		} `json:"set_headers,omitempty"`
		Pass map[string]any `json:"pass,omitempty"`
	} `json:"then"`
}

// Upstream is a component of the document.
type Upstream struct {
	UUID                          string  `json:"uuid"`
	Host                          string  `json:"host"`
	Port                          int64   `json:"port"`
	TLS                           bool    `json:"tls"`
	AuthToken                     *string `json:"auth_token"`
	Maintenance                   bool    `json:"maintenance"`
	HostHeader                    string  `json:"host_header"`
	TLSServerName                 string  `json:"tls_server_name"`
	TLSCa                         string  `json:"tls_ca"`
	TLSClientCertificate          string  `json:"tls_client_certificate"`
	TLSClientCertificateExpiresAt *string `json:"tls_client_certificate_expires_at"`
	Compression                   bool    `json:"compression"`
	GeoFields                     bool    `json:"geo_fields"`
	MetadataFields                bool    `json:"metadata_fields"`
	Targets                       []struct {
		Host string `json:"host"`
		Port *int64 `json:"port,omitempty"`
	} `json:"targets"`
	HealthCheck any    `json:"health_check"`
	CreatedAt   string `json:"created_at"`
	UpdatedAt   string `json:"updated_at"`
}

// UpstreamHealth is a component of the document.
type UpstreamHealth struct {
	CheckedAt string `json:"checked_at"`
	Targets   []struct {
		Host     string  `json:"host"`
		Port     int64   `json:"port"`
		Healthy  bool    `json:"healthy"`
		Status   *int64  `json:"status"`
		Failure  *string `json:"failure"`
		Detail   string  `json:"detail"`
		Duration float64 `json:"duration"`
	} `json:"targets"`
}

// UpstreamCreate is a component of the document.
type UpstreamCreate struct {
	Host                 string  `json:"host"`
	Port                 *int64  `json:"port,omitempty"`
	TLS                  *bool   `json:"tls,omitempty"`
	AuthToken            *string `json:"auth_token,omitempty"`
	Maintenance          *bool   `json:"maintenance,omitempty"`
	HostHeader           *string `json:"host_header,omitempty"`
	TLSServerName        *string `json:"tls_server_name,omitempty"`
	TLSCa                *string `json:"tls_ca,omitempty"`
	TLSClientCertificate *string `json:"tls_client_certificate,omitempty"`
	TLSClientKey         *string `json:"tls_client_key,omitempty"`
	Compression          *bool   `json:"compression,omitempty"`
	GeoFields            *bool   `json:"geo_fields,omitempty"`
	MetadataFields       *bool   `json:"metadata_fields,omitempty"`
	Targets              []struct {
		Host string `json:"host"`
		Port *int64 `json:"port,omitempty"`
	} `json:"targets,omitempty"`
	HealthCheck any `json:"health_check,omitempty"`
}

// UpstreamUpdate is a component of the document.
type UpstreamUpdate struct {
	Host                 *string `json:"host,omitempty"`
	Port                 *int64  `json:"port,omitempty"`
	TLS                  *bool   `json:"tls,omitempty"`
	AuthToken            *string `json:"auth_token,omitempty"`
	Maintenance          *bool   `json:"maintenance,omitempty"`
	HostHeader           *string `json:"host_header,omitempty"`
	TLSServerName        *string `json:"tls_server_name,omitempty"`
	TLSCa                *string `json:"tls_ca,omitempty"`
	TLSClientCertificate *string `json:"tls_client_certificate,omitempty"`
	TLSClientKey         *string `json:"tls_client_key,omitempty"`
	Compression          *bool   `json:"compression,omitempty"`
	GeoFields            *bool   `json:"geo_fields,omitempty"`
	MetadataFields       *bool   `json:"metadata_fields,omitempty"`
	Targets              []struct {
		Host string `json:"host"`
		Port *int64 `json:"port,omitempty"`
	} `json:"targets,omitempty"`
	HealthCheck any `json:"health_check,omitempty"`
}

// CustomDomain is a component of the document.
type CustomDomain struct {
	UUID         string `json:"uuid"`
	UpstreamUUID string `json:"upstream_uuid"`
	Host         string `json:"host"`
	Status       string `json:"status"`
	Ownership    struct {
		Status any        `json:"status"`
		Record *DNSRecord `json:"record"`
	} `json:"ownership"`
	Ready                bool              `json:"ready"`
	ReadyAt              *string           `json:"ready_at"`
	ChallengeType        string            `json:"challenge_type"`
	RedirectToWww        bool              `json:"redirect_to_www"`
	WebAnalytics         string            `json:"web_analytics"`
	Engagement           bool              `json:"engagement"`
	WebVitals            bool              `json:"web_vitals"`
	ReferrerPaths        bool              `json:"referrer_paths"`
	HstsMaxAge           int64             `json:"hsts_max_age"`
	TLSMinVersion        *string           `json:"tls_min_version"`
	TLSClientCa          string            `json:"tls_client_ca"`
	TimeZone             string            `json:"time_zone"`
	AiCrawlers           string            `json:"ai_crawlers"`
	AiCrawlersRobotsTxt  bool              `json:"ai_crawlers_robots_txt"`
	Maintenance          bool              `json:"maintenance"`
	ExternalID           string            `json:"external_id"`
	Metadata             map[string]string `json:"metadata"`
	TLSCertificateIssued bool              `json:"tls_certificate_issued"`
	Certificate          *struct {
		Issuer    *string `json:"issuer"`
		ExpiresAt *string `json:"expires_at"`
		LastError *string `json:"last_error"`
	} `json:"certificate"`
	DNSRecords     []DNSRecord `json:"dns_records"`
	LastDNSCheckAt *string     `json:"last_dns_check_at"`
	DNSCheck       *struct {
		CheckedAt string      `json:"checked_at"`
		Found     []DNSRecord `json:"found"`
		Problems  []string    `json:"problems"`
	} `json:"dns_check"`
	CreatedAt string `json:"created_at"`
	UpdatedAt string `json:"updated_at"`
	Verdict   struct {
		State       string  `json:"state"`
		FindingUUID *string `json:"finding_uuid"`
		Cause       *string `json:"cause"`
	} `json:"verdict"`
	Reachable *string  `json:"reachable"`
	Renewal   *Renewal `json:"renewal"`
}

// DomainTraffic is a component of the document.
type DomainTraffic struct {
	CustomDomainUUID string `json:"custom_domain_uuid"`
	Visitors         int64  `json:"visitors"`
	VisitorsBefore   int64  `json:"visitors_before"`
	Requests         int64  `json:"requests"`
	RequestsBefore   int64  `json:"requests_before"`
	Errors           int64  `json:"errors"`
}

// ChallengeTypes is a component of the document.
type ChallengeTypes struct {
	Offered []any `json:"offered"`
}

// DNSRecord is a component of the document.
type DNSRecord struct {
	Type  string `json:"type"`
	Name  string `json:"name"`
	Value string `json:"value"`
}

// CustomDomainCreate is a component of the document.
type CustomDomainCreate struct {
	Host                string            `json:"host"`
	ChallengeType       *string           `json:"challenge_type,omitempty"`
	RedirectToWww       *bool             `json:"redirect_to_www,omitempty"`
	WebAnalytics        *string           `json:"web_analytics,omitempty"`
	Engagement          *bool             `json:"engagement,omitempty"`
	WebVitals           *bool             `json:"web_vitals,omitempty"`
	ReferrerPaths       *bool             `json:"referrer_paths,omitempty"`
	HstsMaxAge          *int64            `json:"hsts_max_age,omitempty"`
	TLSMinVersion       *string           `json:"tls_min_version,omitempty"`
	TLSClientCa         *string           `json:"tls_client_ca,omitempty"`
	TimeZone            *string           `json:"time_zone,omitempty"`
	AiCrawlers          *string           `json:"ai_crawlers,omitempty"`
	AiCrawlersRobotsTxt *bool             `json:"ai_crawlers_robots_txt,omitempty"`
	Maintenance         *bool             `json:"maintenance,omitempty"`
	ExternalID          *string           `json:"external_id,omitempty"`
	Metadata            map[string]string `json:"metadata,omitempty"`
}

// CustomDomainUpdate is a component of the document.
type CustomDomainUpdate struct {
	Host                *string           `json:"host,omitempty"`
	ChallengeType       *string           `json:"challenge_type,omitempty"`
	RedirectToWww       *bool             `json:"redirect_to_www,omitempty"`
	WebAnalytics        *string           `json:"web_analytics,omitempty"`
	Engagement          *bool             `json:"engagement,omitempty"`
	WebVitals           *bool             `json:"web_vitals,omitempty"`
	ReferrerPaths       *bool             `json:"referrer_paths,omitempty"`
	HstsMaxAge          *int64            `json:"hsts_max_age,omitempty"`
	TLSMinVersion       *string           `json:"tls_min_version,omitempty"`
	TLSClientCa         *string           `json:"tls_client_ca,omitempty"`
	TimeZone            *string           `json:"time_zone,omitempty"`
	AiCrawlers          *string           `json:"ai_crawlers,omitempty"`
	AiCrawlersRobotsTxt *bool             `json:"ai_crawlers_robots_txt,omitempty"`
	Maintenance         *bool             `json:"maintenance,omitempty"`
	ExternalID          *string           `json:"external_id,omitempty"`
	Metadata            map[string]string `json:"metadata,omitempty"`
}

// Finding is a component of the document.
type Finding struct {
	UUID     string `json:"uuid"`
	Kind     string `json:"kind"`
	Severity string `json:"severity"`
	State    string `json:"state"`
	Subject  struct {
		Type string  `json:"type"`
		UUID *string `json:"uuid"`
		Host *string `json:"host"`
	} `json:"subject"`
	Summary    string         `json:"summary"`
	Cause      string         `json:"cause"`
	CauseCode  string         `json:"cause_code"`
	Fix        string         `json:"fix"`
	Evidence   map[string]any `json:"evidence"`
	OpenedAt   string         `json:"opened_at"`
	LastSeenAt string         `json:"last_seen_at"`
	ResolvedAt *string        `json:"resolved_at"`
	MutedUntil *string        `json:"muted_until"`
}

// Overview is a component of the document.
type Overview struct {
	CustomDomains struct {
		Broken    int64 `json:"broken"`
		Attention int64 `json:"attention"`
		Unknown   int64 `json:"unknown"`
		SettingUp int64 `json:"setting_up"`
		Healthy   int64 `json:"healthy"`
	} `json:"custom_domains"`
	Redirects struct {
		Broken    int64 `json:"broken"`
		Attention int64 `json:"attention"`
		Unknown   int64 `json:"unknown"`
		SettingUp int64 `json:"setting_up"`
		Healthy   int64 `json:"healthy"`
	} `json:"redirects"`
	Hosts struct {
		Broken    int64 `json:"broken"`
		Attention int64 `json:"attention"`
		Unknown   int64 `json:"unknown"`
		SettingUp int64 `json:"setting_up"`
		Healthy   int64 `json:"healthy"`
	} `json:"hosts"`
	Findings struct {
		Critical int64 `json:"critical"`
		Warning  int64 `json:"warning"`
		Notice   int64 `json:"notice"`
	} `json:"findings"`
}

// DomainGrowth is a component of the document.
type DomainGrowth struct {
	CustomDomainUUID string `json:"custom_domain_uuid"`
	Host             string `json:"host"`
	Count            int64  `json:"count"`
	Before           int64  `json:"before"`
}

// Growth is a component of the document.
type Growth struct {
	Metric       string         `json:"metric"`
	From         string         `json:"from"`
	To           string         `json:"to"`
	ComparedFrom string         `json:"compared_from"`
	ComparedTo   string         `json:"compared_to"`
	Growing      []DomainGrowth `json:"growing"`
	Shrinking    []DomainGrowth `json:"shrinking"`
	New          []DomainGrowth `json:"new"`
}

// WebhookEndpoint is a component of the document.
type WebhookEndpoint struct {
	UUID                    string   `json:"uuid"`
	URL                     string   `json:"url"`
	Events                  []string `json:"events"`
	Description             string   `json:"description"`
	Active                  bool     `json:"active"`
	DisabledAt              *string  `json:"disabled_at"`
	DisabledReason          string   `json:"disabled_reason"`
	PreviousSecretExpiresAt *string  `json:"previous_secret_expires_at"`
	CreatedAt               string   `json:"created_at"`
	UpdatedAt               string   `json:"updated_at"`
}

// WebhookEndpointWithSecret is a component of the document.
type WebhookEndpointWithSecret struct {
	UUID                    string   `json:"uuid"`
	URL                     string   `json:"url"`
	Events                  []string `json:"events"`
	Description             string   `json:"description"`
	Active                  bool     `json:"active"`
	DisabledAt              *string  `json:"disabled_at"`
	DisabledReason          string   `json:"disabled_reason"`
	PreviousSecretExpiresAt *string  `json:"previous_secret_expires_at"`
	CreatedAt               string   `json:"created_at"`
	UpdatedAt               string   `json:"updated_at"`
	Secret                  string   `json:"secret"`
}

// WebhookEndpointCreate is a component of the document.
type WebhookEndpointCreate struct {
	URL         string   `json:"url"`
	Events      []string `json:"events,omitempty"`
	Description *string  `json:"description,omitempty"`
	Active      *bool    `json:"active,omitempty"`
}

// WebhookEndpointUpdate is a component of the document.
type WebhookEndpointUpdate struct {
	URL         *string  `json:"url,omitempty"`
	Events      []string `json:"events,omitempty"`
	Description *string  `json:"description,omitempty"`
	Active      *bool    `json:"active,omitempty"`
}

// WebhookDelivery is a component of the document.
type WebhookDelivery struct {
	UUID           string         `json:"uuid"`
	Type           string         `json:"type"`
	Resource       string         `json:"resource"`
	Status         string         `json:"status"`
	AttemptsMade   int64          `json:"attempts_made"`
	ResponseStatus *int64         `json:"response_status"`
	Error          *string        `json:"error"`
	NextAttemptAt  *string        `json:"next_attempt_at"`
	CreatedAt      string         `json:"created_at"`
	FinishedAt     *string        `json:"finished_at"`
	Body           map[string]any `json:"body"`
	Attempts       []struct {
		At             string  `json:"at"`
		DurationMs     int64   `json:"duration_ms"`
		ResponseStatus *int64  `json:"response_status"`
		Error          *string `json:"error"`
		Response       string  `json:"response"`
	} `json:"attempts"`
}

// WebhookDeliverySummary is a component of the document.
type WebhookDeliverySummary struct {
	UUID           string  `json:"uuid"`
	Type           string  `json:"type"`
	Resource       string  `json:"resource"`
	Status         string  `json:"status"`
	AttemptsMade   int64   `json:"attempts_made"`
	ResponseStatus *int64  `json:"response_status"`
	Error          *string `json:"error"`
	NextAttemptAt  *string `json:"next_attempt_at"`
	CreatedAt      string  `json:"created_at"`
	FinishedAt     *string `json:"finished_at"`
}

// CustomDomainEventData is a component of the document.
type CustomDomainEventData struct {
	UUID                string            `json:"uuid"`
	UpstreamUUID        string            `json:"upstream_uuid"`
	Host                string            `json:"host"`
	Status              string            `json:"status"`
	Ready               bool              `json:"ready"`
	ReadyAt             *string           `json:"ready_at"`
	ChallengeType       string            `json:"challenge_type"`
	RedirectToWww       bool              `json:"redirect_to_www"`
	WebAnalytics        string            `json:"web_analytics"`
	Engagement          bool              `json:"engagement"`
	WebVitals           bool              `json:"web_vitals"`
	ReferrerPaths       bool              `json:"referrer_paths"`
	HstsMaxAge          int64             `json:"hsts_max_age"`
	TLSMinVersion       *string           `json:"tls_min_version"`
	TLSClientCa         string            `json:"tls_client_ca"`
	TimeZone            string            `json:"time_zone"`
	AiCrawlers          string            `json:"ai_crawlers"`
	AiCrawlersRobotsTxt bool              `json:"ai_crawlers_robots_txt"`
	Maintenance         bool              `json:"maintenance"`
	ExternalID          string            `json:"external_id"`
	Metadata            map[string]string `json:"metadata"`
	CreatedAt           string            `json:"created_at"`
	UpdatedAt           string            `json:"updated_at"`
	Problems            []string          `json:"problems,omitempty"`
	ChangedAttributes   []string          `json:"changed_attributes,omitempty"`
}

// CertificateEventData is a component of the document.
type CertificateEventData struct {
	Host             string            `json:"host"`
	CustomDomainUUID *string           `json:"custom_domain_uuid"`
	ExternalID       *string           `json:"external_id"`
	Metadata         map[string]string `json:"metadata"`
	Certificate      *struct {
		Custom                bool    `json:"custom"`
		CustomCertificateUUID *string `json:"custom_certificate_uuid"`
		Fingerprint           string  `json:"fingerprint"`
		Issuer                string  `json:"issuer"`
		NotBefore             string  `json:"not_before"`
		ExpiresAt             string  `json:"expires_at"`
	} `json:"certificate"`
	Reason *string `json:"reason,omitempty"`
}

// RedirectEventData is a component of the document.
type RedirectEventData struct {
	UUID                string   `json:"uuid"`
	SourceHost          string   `json:"source_host"`
	MatchPath           string   `json:"match_path"`
	DestinationURL      string   `json:"destination_url"`
	RedirectType        string   `json:"redirect_type"`
	PreservePath        bool     `json:"preserve_path"`
	PreserveQueryString bool     `json:"preserve_query_string"`
	Active              bool     `json:"active"`
	CreatedAt           string   `json:"created_at"`
	UpdatedAt           string   `json:"updated_at"`
	AccountUUID         string   `json:"account_uuid"`
	Note                string   `json:"note"`
	ChangedAttributes   []string `json:"changed_attributes,omitempty"`
}

// RulesEventData is a component of the document.
type RulesEventData struct {
	Host              string   `json:"host"`
	Version           *int64   `json:"version"`
	Count             int64    `json:"count"`
	ChangedAttributes []string `json:"changed_attributes,omitempty"`
}

// UsageEventData is a component of the document.
type UsageEventData struct {
	Month         string `json:"month"`
	CustomDomains int64  `json:"custom_domains"`
	Requests      int64  `json:"requests"`
	BytesIn       int64  `json:"bytes_in"`
	BytesOut      int64  `json:"bytes_out"`
	Visitors      int64  `json:"visitors"`
	Path          string `json:"path"`
}

// TestEventData is a component of the document.
type TestEventData struct {
	WebhookEndpointUUID string `json:"webhook_endpoint_uuid"`
}

// ConnectLink is a component of the document.
type ConnectLink struct {
	UUID         string   `json:"uuid"`
	Kind         string   `json:"kind"`
	EmbedOrigins []string `json:"embed_origins"`
	ExpiresAt    string   `json:"expires_at"`
	CreatedAt    string   `json:"created_at"`
}

// CreatedConnectLink is a component of the document.
type CreatedConnectLink struct {
	UUID         string   `json:"uuid"`
	Kind         string   `json:"kind"`
	EmbedOrigins []string `json:"embed_origins"`
	ExpiresAt    string   `json:"expires_at"`
	CreatedAt    string   `json:"created_at"`
	URL          string   `json:"url"`
}

// ConnectLinkCreate is a component of the document.
type ConnectLinkCreate struct {
	ExpiresAt    *string  `json:"expires_at,omitempty"`
	Kind         *string  `json:"kind,omitempty"`
	EmbedOrigins []string `json:"embed_origins,omitempty"`
	Email        *string  `json:"email,omitempty"`
	Language     *string  `json:"language,omitempty"`
	Remind       *bool    `json:"remind,omitempty"`
}

// Brand is a component of the document.
type Brand struct {
	Name  *string `json:"name"`
	Color *string `json:"color"`
	Logo  *string `json:"logo"`
}

// BrandUpdate is a component of the document.
type BrandUpdate struct {
	Name  *string `json:"name,omitempty"`
	Color *string `json:"color,omitempty"`
	Logo  *string `json:"logo,omitempty"`
}

// CustomCertificate is a component of the document.
type CustomCertificate struct {
	UUID               string   `json:"uuid"`
	ExpiresAt          string   `json:"expires_at"`
	NotBefore          string   `json:"not_before"`
	Fingerprint        string   `json:"fingerprint"`
	Issuer             string   `json:"issuer"`
	PublicKeySha       string   `json:"public_key_sha"`
	Sans               []string `json:"sans"`
	SerialNumber       string   `json:"serial_number"`
	SignatureAlgorithm string   `json:"signature_algorithm"`
	Subject            string   `json:"subject"`
	CreatedAt          string   `json:"created_at"`
}

// CustomCertificateCreate is a component of the document.
type CustomCertificateCreate struct {
	Certificate string `json:"certificate"`
	PrivateKey  string `json:"private_key"`
}

// Renewal is a component of the document.
type Renewal struct {
	DueAt     string  `json:"due_at"`
	State     string  `json:"state"`
	Reason    *string `json:"reason"`
	CauseCode *string `json:"cause_code"`
	CheckedAt *string `json:"checked_at"`
}

// AutomaticCertificate is a component of the document.
type AutomaticCertificate struct {
	Host          string   `json:"host"`
	State         string   `json:"state"`
	Issuer        *string  `json:"issuer"`
	ExpiresAt     *string  `json:"expires_at"`
	LastError     *string  `json:"last_error"`
	NextAttemptAt *string  `json:"next_attempt_at"`
	Authority     *string  `json:"authority"`
	Renewal       *Renewal `json:"renewal"`
}

// ErrorPage is a component of the document.
type ErrorPage struct {
	Status    int64  `json:"status"`
	SizeBytes int64  `json:"size_bytes"`
	Html      string `json:"html"`
	CreatedAt string `json:"created_at"`
	UpdatedAt string `json:"updated_at"`
}

// ErrorPageSummary is a component of the document.
type ErrorPageSummary struct {
	Status    int64  `json:"status"`
	SizeBytes int64  `json:"size_bytes"`
	CreatedAt string `json:"created_at"`
	UpdatedAt string `json:"updated_at"`
}

// ErrorPageSet is a component of the document.
type ErrorPageSet struct {
	Html string `json:"html"`
}

// SavedFunnel is a component of the document.
type SavedFunnel struct {
	UUID  string `json:"uuid"`
	Name  string `json:"name"`
	Steps []any  `json:"steps"`
	Scope string `json:"scope"`
}

// SavedFunnelCreate is a component of the document.
type SavedFunnelCreate struct {
	Name  string  `json:"name"`
	Steps []any   `json:"steps"`
	Scope *string `json:"scope,omitempty"`
}

// SavedFunnelUpdate is a component of the document.
type SavedFunnelUpdate struct {
	Name  *string `json:"name,omitempty"`
	Steps []any   `json:"steps,omitempty"`
	Scope *string `json:"scope,omitempty"`
}

// SearchTermImport is a component of the document.
type SearchTermImport struct {
	UUID        string `json:"uuid"`
	From        string `json:"from"`
	To          string `json:"to"`
	Terms       int64  `json:"terms"`
	Clicks      int64  `json:"clicks"`
	Impressions int64  `json:"impressions"`
	CreatedAt   string `json:"created_at"`
	UpdatedAt   string `json:"updated_at"`
}

// SearchTermImportCreate is a component of the document.
type SearchTermImportCreate struct {
	From string `json:"from"`
	To   string `json:"to"`
	CSV  string `json:"csv"`
}

// ListedRequest is a component of the document.
type ListedRequest struct {
	ID               string   `json:"id"`
	Time             string   `json:"time"`
	Host             *string  `json:"host"`
	Method           string   `json:"method"`
	Path             string   `json:"path"`
	Status           int64    `json:"status"`
	BytesIn          int64    `json:"bytes_in"`
	BytesOut         int64    `json:"bytes_out"`
	Duration         float64  `json:"duration"`
	UpstreamTime     *float64 `json:"upstream_time"`
	Protocol         *string  `json:"protocol"`
	TLSVersion       *string  `json:"tls_version"`
	Country          *string  `json:"country"`
	Source           *string  `json:"source"`
	Browser          *string  `json:"browser"`
	Os               *string  `json:"os"`
	Device           *string  `json:"device"`
	Bot              *string  `json:"bot"`
	BotClass         *string  `json:"bot_class"`
	BotVerified      string   `json:"bot_verified"`
	Datacenter       *string  `json:"datacenter"`
	Rule             *string  `json:"rule"`
	Target           *string  `json:"target"`
	Failure          *string  `json:"failure"`
	RequestID        *string  `json:"request_id"`
	Client           string   `json:"client"`
	Upstream         *string  `json:"upstream"`
	UpstreamLocation *string  `json:"upstream_location"`
	Cache            *string  `json:"cache"`
	CacheAge         *int64   `json:"cache_age"`
}

// TrafficHour is a component of the document.
type TrafficHour struct {
	Hour     string   `json:"hour"`
	Requests int64    `json:"requests"`
	Expected *float64 `json:"expected"`
	State    string   `json:"state"`
}

// Export is a component of the document.
type Export struct {
	UUID             string  `json:"uuid"`
	What             string  `json:"what"`
	CustomDomainUUID *string `json:"custom_domain_uuid"`
	From             string  `json:"from"`
	To               string  `json:"to"`
	Format           string  `json:"format"`
	DestinationUUID  *string `json:"destination_uuid"`
	ScheduleUUID     *string `json:"schedule_uuid"`
	State            string  `json:"state"`
	Progress         struct {
		Rows     int64 `json:"rows"`
		Bytes    int64 `json:"bytes"`
		DaysDone int64 `json:"days_done"`
		Days     int64 `json:"days"`
	} `json:"progress"`
	Error      *string `json:"error"`
	CreatedAt  string  `json:"created_at"`
	FinishedAt *string `json:"finished_at"`
	ExpiresAt  *string `json:"expires_at"`
}

// ExportCreate is a component of the document.
type ExportCreate struct {
	What             string  `json:"what"`
	CustomDomainUUID *string `json:"custom_domain_uuid,omitempty"`
	From             string  `json:"from"`
	To               string  `json:"to"`
	Format           string  `json:"format"`
	DestinationUUID  *string `json:"destination_uuid,omitempty"`
}

// ExportDestination is a component of the document.
type ExportDestination struct {
	UUID      string  `json:"uuid"`
	Bucket    string  `json:"bucket"`
	Prefix    string  `json:"prefix"`
	Region    string  `json:"region"`
	Endpoint  *string `json:"endpoint"`
	CreatedAt string  `json:"created_at"`
	UpdatedAt string  `json:"updated_at"`
}

// ExportDestinationCreate is a component of the document.
type ExportDestinationCreate struct {
	Bucket      string  `json:"bucket"`
	Prefix      *string `json:"prefix,omitempty"`
	Region      *string `json:"region,omitempty"`
	Endpoint    *string `json:"endpoint,omitempty"`
	Credentials struct {
		AccessKeyID     string `json:"access_key_id"`
		SecretAccessKey string `json:"secret_access_key"`
	} `json:"credentials"`
}

// ExportDestinationUpdate is a component of the document.
type ExportDestinationUpdate struct {
	Bucket      *string `json:"bucket,omitempty"`
	Prefix      *string `json:"prefix,omitempty"`
	Region      *string `json:"region,omitempty"`
	Endpoint    *string `json:"endpoint,omitempty"`
	Credentials *struct {
		AccessKeyID     string `json:"access_key_id"`
		SecretAccessKey string `json:"secret_access_key"`
	} `json:"credentials,omitempty"`
}

// ExportSchedule is a component of the document.
type ExportSchedule struct {
	UUID             string  `json:"uuid"`
	What             string  `json:"what"`
	CustomDomainUUID *string `json:"custom_domain_uuid"`
	Format           string  `json:"format"`
	DestinationUUID  string  `json:"destination_uuid"`
	LateRows         int64   `json:"late_rows"`
	CreatedAt        string  `json:"created_at"`
}

// ExportScheduleCreate is a component of the document.
type ExportScheduleCreate struct {
	What             string  `json:"what"`
	CustomDomainUUID *string `json:"custom_domain_uuid,omitempty"`
	Format           string  `json:"format"`
	DestinationUUID  string  `json:"destination_uuid"`
}

// Usage is a component of the document.
type Usage struct {
	Month            string `json:"month"`
	CustomDomainUUID string `json:"custom_domain_uuid"`
	Host             string `json:"host"`
	ExternalID       string `json:"external_id"`
	Requests         int64  `json:"requests"`
	BytesIn          int64  `json:"bytes_in"`
	BytesOut         int64  `json:"bytes_out"`
	Visitors         int64  `json:"visitors"`
	Closed           bool   `json:"closed"`
}

// ExternalIDUsage is a component of the document.
type ExternalIDUsage struct {
	Month         string `json:"month"`
	ExternalID    string `json:"external_id"`
	CustomDomains int64  `json:"custom_domains"`
	Requests      int64  `json:"requests"`
	BytesIn       int64  `json:"bytes_in"`
	BytesOut      int64  `json:"bytes_out"`
	Visitors      int64  `json:"visitors"`
	Closed        bool   `json:"closed"`
}

// Limit is a component of the document.
type Limit struct {
	Name    string `json:"name"`
	Used    int64  `json:"used"`
	Allowed *int64 `json:"allowed"`
}

// Goal is a component of the document.
type Goal struct {
	UUID        string  `json:"uuid"`
	DisplayName string  `json:"display_name"`
	EventName   *string `json:"event_name"`
	PagePath    *string `json:"page_path"`
	CreatedAt   string  `json:"created_at"`
}

// GoalCreate is a component of the document.
type GoalCreate struct {
	DisplayName *string `json:"display_name,omitempty"`
	EventName   *string `json:"event_name,omitempty"`
	PagePath    *string `json:"page_path,omitempty"`
}

// Segment is a component of the document.
type Segment struct {
	UUID      string  `json:"uuid"`
	Name      string  `json:"name"`
	Filters   [][]any `json:"filters"`
	CreatedAt string  `json:"created_at"`
	UpdatedAt string  `json:"updated_at"`
}

// SegmentCreate is a component of the document.
type SegmentCreate struct {
	Name    string  `json:"name"`
	Filters [][]any `json:"filters"`
}

// SegmentUpdate is a component of the document.
type SegmentUpdate struct {
	Name    *string `json:"name,omitempty"`
	Filters [][]any `json:"filters,omitempty"`
}

// SavedView is a component of the document.
type SavedView struct {
	UUID        string `json:"uuid"`
	Name        string `json:"name"`
	QueryString string `json:"query_string"`
}

// SavedViewCreate is a component of the document.
type SavedViewCreate struct {
	Name        string `json:"name"`
	QueryString string `json:"query_string"`
}

// SavedViewUpdate is a component of the document.
type SavedViewUpdate struct {
	Name        *string `json:"name,omitempty"`
	QueryString *string `json:"query_string,omitempty"`
}

// Annotation is a component of the document.
type Annotation struct {
	UUID  string `json:"uuid"`
	At    string `json:"at"`
	Text  string `json:"text"`
	Kind  string `json:"kind"`
	Actor struct {
		Kind string  `json:"kind"`
		UUID *string `json:"uuid"`
		Name string  `json:"name"`
	} `json:"actor"`
}

// AnnotationCreate is a component of the document.
type AnnotationCreate struct {
	At   *string `json:"at,omitempty"`
	Text string  `json:"text"`
}

// Subscription is a component of the document.
type Subscription struct {
	UUID             string   `json:"uuid"`
	Email            string   `json:"email"`
	ConfirmedAt      *string  `json:"confirmed_at"`
	What             string   `json:"what"`
	Severities       []string `json:"severities"`
	Frequency        string   `json:"frequency"`
	CustomDomainUUID *string  `json:"custom_domain_uuid"`
	ExternalID       *string  `json:"external_id"`
	TimeZone         string   `json:"time_zone"`
	Language         string   `json:"language"`
}

// SubscriptionCreate is a component of the document.
type SubscriptionCreate struct {
	Email            string   `json:"email"`
	What             string   `json:"what"`
	Severities       []string `json:"severities,omitempty"`
	Frequency        *string  `json:"frequency,omitempty"`
	CustomDomainUUID *string  `json:"custom_domain_uuid,omitempty"`
	ExternalID       *string  `json:"external_id,omitempty"`
	TimeZone         *string  `json:"time_zone,omitempty"`
	Language         *string  `json:"language,omitempty"`
}

// SubscriptionUpdate is a component of the document.
type SubscriptionUpdate struct {
	Email            *string  `json:"email,omitempty"`
	What             *string  `json:"what,omitempty"`
	Severities       []string `json:"severities,omitempty"`
	Frequency        *string  `json:"frequency,omitempty"`
	CustomDomainUUID *string  `json:"custom_domain_uuid,omitempty"`
	ExternalID       *string  `json:"external_id,omitempty"`
	TimeZone         *string  `json:"time_zone,omitempty"`
	Language         *string  `json:"language,omitempty"`
}

// Account is a component of the document.
type Account struct {
	UUID      string `json:"uuid"`
	Name      string `json:"name"`
	CreatedAt string `json:"created_at"`
	UpdatedAt string `json:"updated_at"`
}

// SignedToken is a component of the document.
type SignedToken struct {
	Scope            string  `json:"scope"`
	SigningKeyUUID   string  `json:"signing_key_uuid"`
	ExternalID       *string `json:"external_id"`
	CustomDomainUUID *string `json:"custom_domain_uuid"`
	ExpiresAt        string  `json:"expires_at"`
}

// AccessToken is a component of the document.
type AccessToken struct {
	UUID              string  `json:"uuid"`
	AccountUUID       string  `json:"account_uuid"`
	Name              string  `json:"name"`
	Scope             string  `json:"scope"`
	ExpiresAt         *string `json:"expires_at"`
	CustomDomainUuids any     `json:"custom_domain_uuids"`
	ExternalIds       any     `json:"external_ids"`
	MayApply          bool    `json:"may_apply"`
	LastUsedAt        *string `json:"last_used_at"`
	CreatedAt         string  `json:"created_at"`
}

// CreatedAccessToken is a component of the document.
type CreatedAccessToken struct {
	UUID              string  `json:"uuid"`
	AccountUUID       string  `json:"account_uuid"`
	Name              string  `json:"name"`
	Scope             string  `json:"scope"`
	ExpiresAt         *string `json:"expires_at"`
	CustomDomainUuids any     `json:"custom_domain_uuids"`
	ExternalIds       any     `json:"external_ids"`
	MayApply          bool    `json:"may_apply"`
	LastUsedAt        *string `json:"last_used_at"`
	CreatedAt         string  `json:"created_at"`
	Token             string  `json:"token"`
}

// AccessTokenCreate is a component of the document.
type AccessTokenCreate struct {
	Name              string  `json:"name"`
	Scope             *string `json:"scope,omitempty"`
	ExpiresAt         *string `json:"expires_at,omitempty"`
	CustomDomainUuids any     `json:"custom_domain_uuids,omitempty"`
	ExternalIds       any     `json:"external_ids,omitempty"`
	MayApply          *bool   `json:"may_apply,omitempty"`
}

// SigningKey is a component of the document.
type SigningKey struct {
	UUID      string `json:"uuid"`
	Name      string `json:"name"`
	CreatedAt string `json:"created_at"`
}

// CreatedSigningKey is a component of the document.
type CreatedSigningKey struct {
	UUID      string `json:"uuid"`
	Name      string `json:"name"`
	CreatedAt string `json:"created_at"`
	Secret    string `json:"secret"`
}

// SigningKeyCreate is a component of the document.
type SigningKeyCreate struct {
	Name string `json:"name"`
}

// Settings is a component of the document.
type Settings struct {
	AllowedOrigins []string `json:"allowed_origins"`
}

// SettingsUpdate is a component of the document.
type SettingsUpdate struct {
	AllowedOrigins []string `json:"allowed_origins,omitempty"`
}

// AuditEvent is a component of the document.
type AuditEvent struct {
	UUID         string `json:"uuid"`
	CreatedAt    string `json:"created_at"`
	Action       string `json:"action"`
	Resource     string `json:"resource"`
	ResourceUUID string `json:"resource_uuid"`
	ResourceName string `json:"resource_name"`
	Actor        struct {
		Kind string  `json:"kind"`
		UUID *string `json:"uuid"`
		Name string  `json:"name"`
	} `json:"actor"`
	Address     *string `json:"address"`
	Before      any     `json:"before"`
	After       any     `json:"after"`
	AccountUUID string  `json:"account_uuid"`
}

// Version is a component of the document.
type Version struct {
	N         int64  `json:"n"`
	CreatedAt string `json:"created_at"`
	Actor     *struct {
		Kind string  `json:"kind"`
		UUID *string `json:"uuid"`
		Name string  `json:"name"`
	} `json:"actor"`
	Attributes map[string]any `json:"attributes"`
}

// Plan is a component of the document.
type Plan struct {
	UUID      string `json:"uuid"`
	CreatedAt string `json:"created_at"`
	ExpiresAt string `json:"expires_at"`
	Prune     bool   `json:"prune"`
	Summary   struct {
		Creates   int64 `json:"creates"`
		Changes   int64 `json:"changes"`
		Deletes   int64 `json:"deletes"`
		Unchanged int64 `json:"unchanged"`
		Kinds     struct {
			Upstreams *struct {
				Creates   int64 `json:"creates"`
				Changes   int64 `json:"changes"`
				Deletes   int64 `json:"deletes"`
				Unchanged int64 `json:"unchanged"`
			} `json:"upstreams,omitempty"`
			Domains *struct {
				Creates   int64 `json:"creates"`
				Changes   int64 `json:"changes"`
				Deletes   int64 `json:"deletes"`
				Unchanged int64 `json:"unchanged"`
			} `json:"domains,omitempty"`
			Redirects *struct {
				Creates   int64 `json:"creates"`
				Changes   int64 `json:"changes"`
				Deletes   int64 `json:"deletes"`
				Unchanged int64 `json:"unchanged"`
			} `json:"redirects,omitempty"`
			Rules *struct {
				Creates   int64 `json:"creates"`
				Changes   int64 `json:"changes"`
				Deletes   int64 `json:"deletes"`
				Unchanged int64 `json:"unchanged"`
			} `json:"rules,omitempty"`
			Goals *struct {
				Creates   int64 `json:"creates"`
				Changes   int64 `json:"changes"`
				Deletes   int64 `json:"deletes"`
				Unchanged int64 `json:"unchanged"`
			} `json:"goals,omitempty"`
			Segments *struct {
				Creates   int64 `json:"creates"`
				Changes   int64 `json:"changes"`
				Deletes   int64 `json:"deletes"`
				Unchanged int64 `json:"unchanged"`
			} `json:"segments,omitempty"`
			WebhookEndpoints *struct {
				Creates   int64 `json:"creates"`
				Changes   int64 `json:"changes"`
				Deletes   int64 `json:"deletes"`
				Unchanged int64 `json:"unchanged"`
			} `json:"webhook_endpoints,omitempty"`
			ErrorPages *struct {
				Creates   int64 `json:"creates"`
				Changes   int64 `json:"changes"`
				Deletes   int64 `json:"deletes"`
				Unchanged int64 `json:"unchanged"`
			} `json:"error_pages,omitempty"`
			Brand *struct {
				Creates   int64 `json:"creates"`
				Changes   int64 `json:"changes"`
				Deletes   int64 `json:"deletes"`
				Unchanged int64 `json:"unchanged"`
			} `json:"brand,omitempty"`
		} `json:"kinds"`
		Replay struct {
			Hosts     int64 `json:"hosts"`
			Requests  int64 `json:"requests"`
			Changed   int64 `json:"changed"`
			Blocked   int64 `json:"blocked"`
			Circles   int64 `json:"circles"`
			Unmatched int64 `json:"unmatched"`
			Uncertain int64 `json:"uncertain"`
		} `json:"replay"`
	} `json:"summary"`
	ApprovedAt *string `json:"approved_at"`
	ApprovedBy *string `json:"approved_by"`
	AppliedAt  *string `json:"applied_at"`
	Secrets    []struct {
		Name     string `json:"name"`
		Required bool   `json:"required"`
	} `json:"secrets"`
	Creates []struct {
		Kind       string         `json:"kind"`
		Key        string         `json:"key"`
		UUID       *string        `json:"uuid"`
		Place      string         `json:"place"`
		Attributes map[string]any `json:"attributes"`
		Secrets    []struct {
			Name      string `json:"name"`
			Attribute string `json:"attribute"`
			Required  bool   `json:"required"`
			Rule      *int64 `json:"rule,omitempty"`
			User      *int64 `json:"user,omitempty"`
		} `json:"secrets"`
		Replay *struct {
			Requests  int64 `json:"requests"`
			Changed   int64 `json:"changed"`
			Blocked   int64 `json:"blocked"`
			Circles   int64 `json:"circles"`
			Unmatched int64 `json:"unmatched"`
			Uncertain int64 `json:"uncertain"`
		} `json:"replay,omitempty"`
	} `json:"creates"`
	Changes []struct {
		Kind       string         `json:"kind"`
		Key        string         `json:"key"`
		UUID       string         `json:"uuid"`
		Place      string         `json:"place"`
		Attributes map[string]any `json:"attributes"`
		Secrets    []struct {
			Name      string `json:"name"`
			Attribute string `json:"attribute"`
			Required  bool   `json:"required"`
			Rule      *int64 `json:"rule,omitempty"`
			User      *int64 `json:"user,omitempty"`
		} `json:"secrets"`
		Replay *struct {
			Requests  int64 `json:"requests"`
			Changed   int64 `json:"changed"`
			Blocked   int64 `json:"blocked"`
			Circles   int64 `json:"circles"`
			Unmatched int64 `json:"unmatched"`
			Uncertain int64 `json:"uncertain"`
		} `json:"replay,omitempty"`
	} `json:"changes"`
	Deletes []struct {
		Kind string `json:"kind"`
		Key  string `json:"key"`
		UUID string `json:"uuid"`
	} `json:"deletes"`
}

// PlanSummary is a component of the document.
type PlanSummary struct {
	UUID      string `json:"uuid"`
	CreatedAt string `json:"created_at"`
	ExpiresAt string `json:"expires_at"`
	Prune     bool   `json:"prune"`
	Summary   struct {
		Creates   int64 `json:"creates"`
		Changes   int64 `json:"changes"`
		Deletes   int64 `json:"deletes"`
		Unchanged int64 `json:"unchanged"`
		Kinds     struct {
			Upstreams *struct {
				Creates   int64 `json:"creates"`
				Changes   int64 `json:"changes"`
				Deletes   int64 `json:"deletes"`
				Unchanged int64 `json:"unchanged"`
			} `json:"upstreams,omitempty"`
			Domains *struct {
				Creates   int64 `json:"creates"`
				Changes   int64 `json:"changes"`
				Deletes   int64 `json:"deletes"`
				Unchanged int64 `json:"unchanged"`
			} `json:"domains,omitempty"`
			Redirects *struct {
				Creates   int64 `json:"creates"`
				Changes   int64 `json:"changes"`
				Deletes   int64 `json:"deletes"`
				Unchanged int64 `json:"unchanged"`
			} `json:"redirects,omitempty"`
			Rules *struct {
				Creates   int64 `json:"creates"`
				Changes   int64 `json:"changes"`
				Deletes   int64 `json:"deletes"`
				Unchanged int64 `json:"unchanged"`
			} `json:"rules,omitempty"`
			Goals *struct {
				Creates   int64 `json:"creates"`
				Changes   int64 `json:"changes"`
				Deletes   int64 `json:"deletes"`
				Unchanged int64 `json:"unchanged"`
			} `json:"goals,omitempty"`
			Segments *struct {
				Creates   int64 `json:"creates"`
				Changes   int64 `json:"changes"`
				Deletes   int64 `json:"deletes"`
				Unchanged int64 `json:"unchanged"`
			} `json:"segments,omitempty"`
			WebhookEndpoints *struct {
				Creates   int64 `json:"creates"`
				Changes   int64 `json:"changes"`
				Deletes   int64 `json:"deletes"`
				Unchanged int64 `json:"unchanged"`
			} `json:"webhook_endpoints,omitempty"`
			ErrorPages *struct {
				Creates   int64 `json:"creates"`
				Changes   int64 `json:"changes"`
				Deletes   int64 `json:"deletes"`
				Unchanged int64 `json:"unchanged"`
			} `json:"error_pages,omitempty"`
			Brand *struct {
				Creates   int64 `json:"creates"`
				Changes   int64 `json:"changes"`
				Deletes   int64 `json:"deletes"`
				Unchanged int64 `json:"unchanged"`
			} `json:"brand,omitempty"`
		} `json:"kinds"`
		Replay struct {
			Hosts     int64 `json:"hosts"`
			Requests  int64 `json:"requests"`
			Changed   int64 `json:"changed"`
			Blocked   int64 `json:"blocked"`
			Circles   int64 `json:"circles"`
			Unmatched int64 `json:"unmatched"`
			Uncertain int64 `json:"uncertain"`
		} `json:"replay"`
	} `json:"summary"`
	ApprovedAt *string `json:"approved_at"`
	ApprovedBy *string `json:"approved_by"`
	AppliedAt  *string `json:"applied_at"`
}

// AppliedPlan is a component of the document.
type AppliedPlan struct {
	UUID      string `json:"uuid"`
	CreatedAt string `json:"created_at"`
	ExpiresAt string `json:"expires_at"`
	Prune     bool   `json:"prune"`
	Summary   struct {
		Creates   int64 `json:"creates"`
		Changes   int64 `json:"changes"`
		Deletes   int64 `json:"deletes"`
		Unchanged int64 `json:"unchanged"`
		Kinds     struct {
			Upstreams *struct {
				Creates   int64 `json:"creates"`
				Changes   int64 `json:"changes"`
				Deletes   int64 `json:"deletes"`
				Unchanged int64 `json:"unchanged"`
			} `json:"upstreams,omitempty"`
			Domains *struct {
				Creates   int64 `json:"creates"`
				Changes   int64 `json:"changes"`
				Deletes   int64 `json:"deletes"`
				Unchanged int64 `json:"unchanged"`
			} `json:"domains,omitempty"`
			Redirects *struct {
				Creates   int64 `json:"creates"`
				Changes   int64 `json:"changes"`
				Deletes   int64 `json:"deletes"`
				Unchanged int64 `json:"unchanged"`
			} `json:"redirects,omitempty"`
			Rules *struct {
				Creates   int64 `json:"creates"`
				Changes   int64 `json:"changes"`
				Deletes   int64 `json:"deletes"`
				Unchanged int64 `json:"unchanged"`
			} `json:"rules,omitempty"`
			Goals *struct {
				Creates   int64 `json:"creates"`
				Changes   int64 `json:"changes"`
				Deletes   int64 `json:"deletes"`
				Unchanged int64 `json:"unchanged"`
			} `json:"goals,omitempty"`
			Segments *struct {
				Creates   int64 `json:"creates"`
				Changes   int64 `json:"changes"`
				Deletes   int64 `json:"deletes"`
				Unchanged int64 `json:"unchanged"`
			} `json:"segments,omitempty"`
			WebhookEndpoints *struct {
				Creates   int64 `json:"creates"`
				Changes   int64 `json:"changes"`
				Deletes   int64 `json:"deletes"`
				Unchanged int64 `json:"unchanged"`
			} `json:"webhook_endpoints,omitempty"`
			ErrorPages *struct {
				Creates   int64 `json:"creates"`
				Changes   int64 `json:"changes"`
				Deletes   int64 `json:"deletes"`
				Unchanged int64 `json:"unchanged"`
			} `json:"error_pages,omitempty"`
			Brand *struct {
				Creates   int64 `json:"creates"`
				Changes   int64 `json:"changes"`
				Deletes   int64 `json:"deletes"`
				Unchanged int64 `json:"unchanged"`
			} `json:"brand,omitempty"`
		} `json:"kinds"`
		Replay struct {
			Hosts     int64 `json:"hosts"`
			Requests  int64 `json:"requests"`
			Changed   int64 `json:"changed"`
			Blocked   int64 `json:"blocked"`
			Circles   int64 `json:"circles"`
			Unmatched int64 `json:"unmatched"`
			Uncertain int64 `json:"uncertain"`
		} `json:"replay"`
	} `json:"summary"`
	ApprovedAt *string `json:"approved_at"`
	ApprovedBy *string `json:"approved_by"`
	AppliedAt  *string `json:"applied_at"`
	Secrets    []struct {
		Kind  string `json:"kind"`
		Key   string `json:"key"`
		UUID  string `json:"uuid"`
		Name  string `json:"name"`
		Value string `json:"value"`
	} `json:"secrets"`
}

// PlanApply is a component of the document.
type PlanApply struct {
	Secrets map[string]string `json:"secrets,omitempty"`
}

// Session is a component of the document.
type Session struct {
	CsrfToken string      `json:"csrf_token"`
	ExpiresAt string      `json:"expires_at"`
	Token     AccessToken `json:"token"`
	Account   Account     `json:"account"`
}

// UserSession is a component of the document.
type UserSession struct {
	CsrfToken   string       `json:"csrf_token"`
	ExpiresAt   string       `json:"expires_at"`
	User        User         `json:"user"`
	Memberships []Membership `json:"memberships"`
}

// SessionCreate is a component of the document.
type SessionCreate struct {
	AccessToken *string `json:"access_token,omitempty"`
	Email       *string `json:"email,omitempty"`
	Password    *string `json:"password,omitempty"`
	Code        *string `json:"code,omitempty"`
}

// OidcCallbackCreate is a component of the document.
type OidcCallbackCreate struct {
	QueryString string `json:"query_string"`
}

// OidcSignInCreate is a component of the document.
type OidcSignInCreate struct {
	Invitation *string `json:"invitation,omitempty"`
}

// User is a component of the document.
type User struct {
	UUID            string `json:"uuid"`
	Email           string `json:"email"`
	Name            string `json:"name"`
	HasPassword     bool   `json:"has_password"`
	HasSecondFactor bool   `json:"has_second_factor"`
	CreatedAt       string `json:"created_at"`
	UpdatedAt       string `json:"updated_at"`
}

// UserSessionItem is a component of the document.
type UserSessionItem struct {
	UUID            string `json:"uuid"`
	Browser         string `json:"browser"`
	OperatingSystem string `json:"operating_system"`
	Network         string `json:"network"`
	Current         bool   `json:"current"`
	LastUsedAt      string `json:"last_used_at"`
	ExpiresAt       string `json:"expires_at"`
	CreatedAt       string `json:"created_at"`
}

// OwnerCreate is a component of the document.
type OwnerCreate struct {
	Email    string `json:"email"`
	Name     string `json:"name"`
	Password string `json:"password"`
}

// ProfileUpdate is a component of the document.
type ProfileUpdate struct {
	Name *string `json:"name,omitempty"`
}

// PasswordUpdate is a component of the document.
type PasswordUpdate struct {
	CurrentPassword *string `json:"current_password,omitempty"`
	Password        *string `json:"password,omitempty"`
}

// CurrentPasswordCreate is a component of the document.
type CurrentPasswordCreate struct {
	CurrentPassword string `json:"current_password"`
}

// SecondFactorCreate is a component of the document.
type SecondFactorCreate struct {
	Code string `json:"code"`
}

// MembershipCreate is a component of the document.
type MembershipCreate struct {
	Invitation string `json:"invitation"`
}

// AcceptanceCreate is a component of the document.
type AcceptanceCreate struct {
	Invitation string `json:"invitation"`
	Name       string `json:"name"`
	Password   string `json:"password"`
}

// Passkey is a component of the document.
type Passkey struct {
	UUID       string  `json:"uuid"`
	Name       string  `json:"name"`
	LastUsedAt *string `json:"last_used_at"`
	CreatedAt  string  `json:"created_at"`
}

// PasskeyCreate is a component of the document.
type PasskeyCreate struct {
	Name       string `json:"name"`
	Credential string `json:"credential"`
}

// PasskeySignInCreate is a component of the document.
type PasskeySignInCreate struct {
	Credential string `json:"credential"`
}

// Membership is a component of the document.
type Membership struct {
	Role    string  `json:"role"`
	Account Account `json:"account"`
}

// Member is a component of the document.
type Member struct {
	UserUUID  string `json:"user_uuid"`
	Email     string `json:"email"`
	Name      string `json:"name"`
	Role      string `json:"role"`
	CreatedAt string `json:"created_at"`
}

// MemberUpdate is a component of the document.
type MemberUpdate struct {
	Role *string `json:"role,omitempty"`
}

// Invitation is a component of the document.
type Invitation struct {
	UUID        string `json:"uuid"`
	AccountUUID string `json:"account_uuid"`
	Email       string `json:"email"`
	Role        string `json:"role"`
	ExpiresAt   string `json:"expires_at"`
	CreatedAt   string `json:"created_at"`
}

// CreatedInvitation is a component of the document.
type CreatedInvitation struct {
	UUID        string `json:"uuid"`
	AccountUUID string `json:"account_uuid"`
	Email       string `json:"email"`
	Role        string `json:"role"`
	ExpiresAt   string `json:"expires_at"`
	CreatedAt   string `json:"created_at"`
	Secret      string `json:"secret"`
}

// InvitationCreate is a component of the document.
type InvitationCreate struct {
	Email string `json:"email"`
	Role  string `json:"role"`
}

// OpenInvitation is a component of the document.
type OpenInvitation struct {
	AccountName string `json:"account_name"`
	Email       string `json:"email"`
	Role        string `json:"role"`
	ExpiresAt   string `json:"expires_at"`
}

// PasswordResetOffer is a component of the document.
type PasswordResetOffer struct {
	Offered bool `json:"offered"`
}

// PasswordResetCreate is a component of the document.
type PasswordResetCreate struct {
	Email string `json:"email"`
}

// PasswordResetUpdate is a component of the document.
type PasswordResetUpdate struct {
	Token    *string `json:"token,omitempty"`
	Password *string `json:"password,omitempty"`
}

// VisitorDimension is a component of the document.
type VisitorDimension string

// VisitorQuery is a component of the document.
type VisitorQuery struct {
	Metrics    []string   `json:"metrics"`
	DateRange  any        `json:"date_range"`
	Timezone   *string    `json:"timezone,omitempty"`
	Dimensions []any      `json:"dimensions,omitempty"`
	Filters    [][]any    `json:"filters,omitempty"`
	OrderBy    [][]string `json:"order_by,omitempty"`
	Include    *struct {
		TimeLabels *bool `json:"time_labels,omitempty"`
		TotalRows  *bool `json:"total_rows,omitempty"`
		Comparison *struct {
			Mode           string `json:"mode"`
			DateRange      any    `json:"date_range,omitempty"`
			MatchDayOfWeek *bool  `json:"match_day_of_week,omitempty"`
			LostRows       *bool  `json:"lost_rows,omitempty"`
		} `json:"comparison,omitempty"`
	} `json:"include,omitempty"`
	Pagination *struct {
		Limit  *int64 `json:"limit,omitempty"`
		Offset *int64 `json:"offset,omitempty"`
	} `json:"pagination,omitempty"`
}

// SiteQuery is a component of the document.
type SiteQuery struct {
	SiteID     string     `json:"site_id"`
	Metrics    []string   `json:"metrics"`
	DateRange  any        `json:"date_range"`
	Timezone   *string    `json:"timezone,omitempty"`
	Dimensions []any      `json:"dimensions,omitempty"`
	Filters    [][]any    `json:"filters,omitempty"`
	OrderBy    [][]string `json:"order_by,omitempty"`
	Include    *struct {
		TimeLabels *bool `json:"time_labels,omitempty"`
		TotalRows  *bool `json:"total_rows,omitempty"`
		Comparison *struct {
			Mode           string `json:"mode"`
			DateRange      any    `json:"date_range,omitempty"`
			MatchDayOfWeek *bool  `json:"match_day_of_week,omitempty"`
			LostRows       *bool  `json:"lost_rows,omitempty"`
		} `json:"comparison,omitempty"`
	} `json:"include,omitempty"`
	Pagination *struct {
		Limit  *int64 `json:"limit,omitempty"`
		Offset *int64 `json:"offset,omitempty"`
	} `json:"pagination,omitempty"`
}

// RequestQuery is a component of the document.
type RequestQuery struct {
	Metrics    []string   `json:"metrics"`
	DateRange  any        `json:"date_range"`
	Timezone   *string    `json:"timezone,omitempty"`
	Dimensions []string   `json:"dimensions,omitempty"`
	Filters    [][]any    `json:"filters,omitempty"`
	OrderBy    [][]string `json:"order_by,omitempty"`
	Include    *struct {
		TimeLabels *bool `json:"time_labels,omitempty"`
		TotalRows  *bool `json:"total_rows,omitempty"`
		Comparison *struct {
			Mode           string `json:"mode"`
			DateRange      any    `json:"date_range,omitempty"`
			MatchDayOfWeek *bool  `json:"match_day_of_week,omitempty"`
			LostRows       *bool  `json:"lost_rows,omitempty"`
		} `json:"comparison,omitempty"`
	} `json:"include,omitempty"`
	Pagination *struct {
		Limit  *int64 `json:"limit,omitempty"`
		Offset *int64 `json:"offset,omitempty"`
	} `json:"pagination,omitempty"`
}

// ClickQuery is a component of the document.
type ClickQuery struct {
	Metrics    []string   `json:"metrics"`
	DateRange  any        `json:"date_range"`
	Timezone   *string    `json:"timezone,omitempty"`
	Dimensions []string   `json:"dimensions,omitempty"`
	Filters    [][]any    `json:"filters,omitempty"`
	OrderBy    [][]string `json:"order_by,omitempty"`
	Include    *struct {
		TimeLabels *bool `json:"time_labels,omitempty"`
		TotalRows  *bool `json:"total_rows,omitempty"`
		Comparison *struct {
			Mode           string `json:"mode"`
			DateRange      any    `json:"date_range,omitempty"`
			MatchDayOfWeek *bool  `json:"match_day_of_week,omitempty"`
			LostRows       *bool  `json:"lost_rows,omitempty"`
		} `json:"comparison,omitempty"`
	} `json:"include,omitempty"`
	Pagination *struct {
		Limit  *int64 `json:"limit,omitempty"`
		Offset *int64 `json:"offset,omitempty"`
	} `json:"pagination,omitempty"`
}

// AccountVisitorQuery is a component of the document.
type AccountVisitorQuery struct {
	Metrics    []string   `json:"metrics"`
	DateRange  any        `json:"date_range"`
	Timezone   *string    `json:"timezone,omitempty"`
	Dimensions []any      `json:"dimensions,omitempty"`
	Filters    [][]any    `json:"filters,omitempty"`
	OrderBy    [][]string `json:"order_by,omitempty"`
	Include    *struct {
		TimeLabels *bool `json:"time_labels,omitempty"`
		TotalRows  *bool `json:"total_rows,omitempty"`
		Comparison *struct {
			Mode           string `json:"mode"`
			DateRange      any    `json:"date_range,omitempty"`
			MatchDayOfWeek *bool  `json:"match_day_of_week,omitempty"`
			LostRows       *bool  `json:"lost_rows,omitempty"`
		} `json:"comparison,omitempty"`
	} `json:"include,omitempty"`
	Pagination *struct {
		Limit  *int64 `json:"limit,omitempty"`
		Offset *int64 `json:"offset,omitempty"`
	} `json:"pagination,omitempty"`
}

// AccountRequestQuery is a component of the document.
type AccountRequestQuery struct {
	Metrics    []string   `json:"metrics"`
	DateRange  any        `json:"date_range"`
	Timezone   *string    `json:"timezone,omitempty"`
	Dimensions []any      `json:"dimensions,omitempty"`
	Filters    [][]any    `json:"filters,omitempty"`
	OrderBy    [][]string `json:"order_by,omitempty"`
	Include    *struct {
		TimeLabels *bool `json:"time_labels,omitempty"`
		TotalRows  *bool `json:"total_rows,omitempty"`
		Comparison *struct {
			Mode           string `json:"mode"`
			DateRange      any    `json:"date_range,omitempty"`
			MatchDayOfWeek *bool  `json:"match_day_of_week,omitempty"`
			LostRows       *bool  `json:"lost_rows,omitempty"`
		} `json:"comparison,omitempty"`
	} `json:"include,omitempty"`
	Pagination *struct {
		Limit  *int64 `json:"limit,omitempty"`
		Offset *int64 `json:"offset,omitempty"`
	} `json:"pagination,omitempty"`
}

// QueryAnswer is a component of the document.
type QueryAnswer struct {
	Results []struct {
		Dimensions []string `json:"dimensions"`
		Metrics    []any    `json:"metrics"`
		Comparison *struct {
			Dimensions []string   `json:"dimensions"`
			Metrics    []any      `json:"metrics"`
			Change     []*float64 `json:"change"`
		} `json:"comparison,omitempty"`
	} `json:"results"`
	Meta struct {
		TimeLabels []string `json:"time_labels,omitempty"`
		TotalRows  *int64   `json:"total_rows,omitempty"`
		Currencies []string `json:"currencies,omitempty"`
	} `json:"meta"`
	Query map[string]any `json:"query"`
}

// Funnel is a component of the document.
type Funnel struct {
	DateRange any     `json:"date_range"`
	Timezone  *string `json:"timezone,omitempty"`
	Filters   [][]any `json:"filters,omitempty"`
	Scope     *string `json:"scope,omitempty"`
	Steps     []any   `json:"steps"`
}

// FunnelAnswer is a component of the document.
type FunnelAnswer struct {
	Steps []struct {
		Label    string  `json:"label"`
		Visitors int64   `json:"visitors"`
		Rate     float64 `json:"rate"`
		StepRate float64 `json:"step_rate"`
	} `json:"steps"`
}

// FunnelQuestion is a component of the document.
type FunnelQuestion struct {
	DateRange any     `json:"date_range"`
	Timezone  *string `json:"timezone,omitempty"`
	Filters   [][]any `json:"filters,omitempty"`
	Dimension any     `json:"dimension,omitempty"`
	Include   *struct {
		Comparison *struct {
			Mode           string `json:"mode"`
			DateRange      any    `json:"date_range,omitempty"`
			MatchDayOfWeek *bool  `json:"match_day_of_week,omitempty"`
			LostRows       *bool  `json:"lost_rows,omitempty"`
		} `json:"comparison,omitempty"`
	} `json:"include,omitempty"`
}

// FunnelQuestionAnswer is a component of the document.
type FunnelQuestionAnswer struct {
	Steps []struct {
		Label      string  `json:"label"`
		Visitors   int64   `json:"visitors"`
		Rate       float64 `json:"rate"`
		StepRate   float64 `json:"step_rate"`
		Comparison *struct {
			Visitors int64   `json:"visitors"`
			Rate     float64 `json:"rate"`
			StepRate float64 `json:"step_rate"`
			Change   struct {
				Visitors *float64 `json:"visitors"`
				Rate     *float64 `json:"rate"`
				StepRate *float64 `json:"step_rate"`
			} `json:"change"`
		} `json:"comparison,omitempty"`
	} `json:"steps"`
	Breakdown []struct {
		Dimensions []string `json:"dimensions"`
		Steps      []struct {
			Label      string  `json:"label"`
			Visitors   int64   `json:"visitors"`
			Rate       float64 `json:"rate"`
			StepRate   float64 `json:"step_rate"`
			Comparison *struct {
				Visitors int64   `json:"visitors"`
				Rate     float64 `json:"rate"`
				StepRate float64 `json:"step_rate"`
				Change   struct {
					Visitors *float64 `json:"visitors"`
					Rate     *float64 `json:"rate"`
					StepRate *float64 `json:"step_rate"`
				} `json:"change"`
			} `json:"comparison,omitempty"`
		} `json:"steps"`
	} `json:"breakdown"`
}

// Journey is a component of the document.
type Journey struct {
	DateRange any     `json:"date_range"`
	Timezone  *string `json:"timezone,omitempty"`
	Filters   [][]any `json:"filters,omitempty"`
	Anchor    any     `json:"anchor"`
	Direction *string `json:"direction,omitempty"`
	Steps     *int64  `json:"steps,omitempty"`
	Limit     *int64  `json:"limit,omitempty"`
}

// JourneyAnswer is a component of the document.
type JourneyAnswer struct {
	Anchor struct {
		Label  string `json:"label"`
		Visits int64  `json:"visits"`
	} `json:"anchor"`
	Steps [][]struct {
		Path   []string `json:"path"`
		Visits int64    `json:"visits"`
		Rate   float64  `json:"rate"`
	} `json:"steps"`
}

// Retention is a component of the document.
type Retention struct {
	DateRange any     `json:"date_range"`
	Timezone  *string `json:"timezone,omitempty"`
	Filters   [][]any `json:"filters,omitempty"`
}

// RetentionAnswer is a component of the document.
type RetentionAnswer struct {
	Cohorts []struct {
		Week     string   `json:"week"`
		Visitors int64    `json:"visitors"`
		Cells    []*int64 `json:"cells"`
	} `json:"cohorts"`
}

// ListRedirectsQuery has the parameters of ListRedirects.
type ListRedirectsQuery struct {
	SourceHost *string
	Note       *string
	Verdict    *string
	Reachable  *string
	Query      *string
	Page       *int64
	PerPage    *int64
	Cursor     *string
	Sort       *string
}

func (q *ListRedirectsQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "source_host", q.SourceHost)
	set(values, "note", q.Note)
	set(values, "verdict", q.Verdict)
	set(values, "reachable", q.Reachable)
	set(values, "query", q.Query)
	set(values, "page", q.Page)
	set(values, "per_page", q.PerPage)
	set(values, "cursor", q.Cursor)
	set(values, "sort", q.Sort)
	return values
}

// ListRedirects: list redirects.
func (c *Client) ListRedirects(ctx context.Context, accountUUID string, query *ListRedirectsQuery) (*Page[Redirect], error) {
	answer := new(Page[Redirect])
	ids := []string{accountUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/redirects", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// CreateRedirect: create a redirect.
func (c *Client) CreateRedirect(ctx context.Context, accountUUID string, body *RedirectCreate) (*Redirect, error) {
	answer := new(Redirect)
	ids := []string{accountUUID}
	err := c.ask(ctx, "POST", "/api/v1/accounts/{account_uuid}/redirects", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetRedirect: retrieve a redirect.
func (c *Client) GetRedirect(ctx context.Context, accountUUID, redirectUUID string) (*Redirect, error) {
	answer := new(Redirect)
	ids := []string{accountUUID, redirectUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/redirects/{redirect_uuid}", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// UpdateRedirect: update a redirect.
func (c *Client) UpdateRedirect(ctx context.Context, accountUUID, redirectUUID string, body *RedirectUpdate) (*Redirect, error) {
	answer := new(Redirect)
	ids := []string{accountUUID, redirectUUID}
	err := c.ask(ctx, "PUT", "/api/v1/accounts/{account_uuid}/redirects/{redirect_uuid}", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// DeleteRedirect: delete a redirect.
func (c *Client) DeleteRedirect(ctx context.Context, accountUUID, redirectUUID string) (*Message, error) {
	answer := new(Message)
	ids := []string{accountUUID, redirectUUID}
	err := c.ask(ctx, "DELETE", "/api/v1/accounts/{account_uuid}/redirects/{redirect_uuid}", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// CreateRedirectBatchAnswer is what CreateRedirectBatch answers.
type CreateRedirectBatchAnswer struct {
	Data []Redirect `json:"data"`
}

// CreateRedirectBatch: create many redirects at once.
func (c *Client) CreateRedirectBatch(ctx context.Context, accountUUID string, body any) (*CreateRedirectBatchAnswer, error) {
	answer := new(CreateRedirectBatchAnswer)
	ids := []string{accountUUID}
	err := c.ask(ctx, "POST", "/api/v1/accounts/{account_uuid}/redirects/batch", ids, nil, body, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// ListHostsQuery has the parameters of ListHosts.
type ListHostsQuery struct {
	Host      *string
	HasRules  *string
	Verdict   *string
	Reachable *string
	Query     *string
	Page      *int64
	PerPage   *int64
	Cursor    *string
	Sort      *string
}

func (q *ListHostsQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "host", q.Host)
	set(values, "has_rules", q.HasRules)
	set(values, "verdict", q.Verdict)
	set(values, "reachable", q.Reachable)
	set(values, "query", q.Query)
	set(values, "page", q.Page)
	set(values, "per_page", q.PerPage)
	set(values, "cursor", q.Cursor)
	set(values, "sort", q.Sort)
	return values
}

// ListHosts: list an account’s hosts.
func (c *Client) ListHosts(ctx context.Context, accountUUID string, query *ListHostsQuery) (*Page[Host], error) {
	answer := new(Page[Host])
	ids := []string{accountUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/hosts", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// DiagnoseHost: find out what is wrong with a host.
func (c *Client) DiagnoseHost(ctx context.Context, accountUUID, host string) (*Diagnosis, error) {
	answer := new(Diagnosis)
	ids := []string{accountUUID, host}
	err := c.ask(ctx, "POST", "/api/v1/accounts/{account_uuid}/hosts/{host}/diagnose", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetHostRulesAnswer is what GetHostRules answers.
type GetHostRulesAnswer struct {
	Rules    []Rule `json:"rules"`
	Warnings []struct {
		Rule    int64  `json:"rule"`
		Warning string `json:"warning"`
	} `json:"warnings,omitempty"`
}

// GetHostRules: retrieve the rules of a host.
func (c *Client) GetHostRules(ctx context.Context, accountUUID, host string) (*GetHostRulesAnswer, error) {
	answer := new(GetHostRulesAnswer)
	ids := []string{accountUUID, host}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/hosts/{host}/rules", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// ReplaceHostRulesAnswer is what ReplaceHostRules answers.
type ReplaceHostRulesAnswer struct {
	Rules    []Rule `json:"rules"`
	Warnings []struct {
		Rule    int64  `json:"rule"`
		Warning string `json:"warning"`
	} `json:"warnings"`
}

// ReplaceHostRules: replace the rules of a host.
func (c *Client) ReplaceHostRules(ctx context.Context, accountUUID, host string, body any) (*ReplaceHostRulesAnswer, error) {
	answer := new(ReplaceHostRulesAnswer)
	ids := []string{accountUUID, host}
	err := c.ask(ctx, "PUT", "/api/v1/accounts/{account_uuid}/hosts/{host}/rules", ids, nil, body, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// ListUpstreamsQuery has the parameters of ListUpstreams.
type ListUpstreamsQuery struct {
	Page    *int64
	PerPage *int64
	Cursor  *string
	Sort    *string
}

func (q *ListUpstreamsQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "page", q.Page)
	set(values, "per_page", q.PerPage)
	set(values, "cursor", q.Cursor)
	set(values, "sort", q.Sort)
	return values
}

// ListUpstreams: list upstreams.
func (c *Client) ListUpstreams(ctx context.Context, accountUUID string, query *ListUpstreamsQuery) (*Page[Upstream], error) {
	answer := new(Page[Upstream])
	ids := []string{accountUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/upstreams", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// CreateUpstream: create an upstream.
func (c *Client) CreateUpstream(ctx context.Context, accountUUID string, body *UpstreamCreate) (*Upstream, error) {
	answer := new(Upstream)
	ids := []string{accountUUID}
	err := c.ask(ctx, "POST", "/api/v1/accounts/{account_uuid}/upstreams", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetUpstream: retrieve an upstream.
func (c *Client) GetUpstream(ctx context.Context, accountUUID, upstreamUUID string) (*Upstream, error) {
	answer := new(Upstream)
	ids := []string{accountUUID, upstreamUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// UpdateUpstream: update an upstream.
func (c *Client) UpdateUpstream(ctx context.Context, accountUUID, upstreamUUID string, body *UpstreamUpdate) (*Upstream, error) {
	answer := new(Upstream)
	ids := []string{accountUUID, upstreamUUID}
	err := c.ask(ctx, "PUT", "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// DeleteUpstream: delete an upstream.
func (c *Client) DeleteUpstream(ctx context.Context, accountUUID, upstreamUUID string) (*Message, error) {
	answer := new(Message)
	ids := []string{accountUUID, upstreamUUID}
	err := c.ask(ctx, "DELETE", "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetUpstreamHealth: check an upstream now.
func (c *Client) GetUpstreamHealth(ctx context.Context, accountUUID, upstreamUUID string) (*UpstreamHealth, error) {
	answer := new(UpstreamHealth)
	ids := []string{accountUUID, upstreamUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/health", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// ListCustomDomainTrafficQuery has the parameters of ListCustomDomainTraffic.
type ListCustomDomainTrafficQuery struct {
	UpstreamUUID     *string
	Host             *string
	Status           *string
	Ready            *string
	ExternalID       *string
	Metadata         *string
	Verdict          *string
	Reachable        *string
	CertificateState *string
	Traffic          *string
	Query            *string
	Page             *int64
	PerPage          *int64
	Cursor           *string
	Sort             *string
}

func (q *ListCustomDomainTrafficQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "upstream_uuid", q.UpstreamUUID)
	set(values, "host", q.Host)
	set(values, "status", q.Status)
	set(values, "ready", q.Ready)
	set(values, "external_id", q.ExternalID)
	set(values, "metadata", q.Metadata)
	set(values, "verdict", q.Verdict)
	set(values, "reachable", q.Reachable)
	set(values, "certificate_state", q.CertificateState)
	set(values, "traffic", q.Traffic)
	set(values, "query", q.Query)
	set(values, "page", q.Page)
	set(values, "per_page", q.PerPage)
	set(values, "cursor", q.Cursor)
	set(values, "sort", q.Sort)
	return values
}

// ListCustomDomainTraffic: list what an account’s custom domains had in the last week.
func (c *Client) ListCustomDomainTraffic(ctx context.Context, accountUUID string, query *ListCustomDomainTrafficQuery) (*Page[DomainTraffic], error) {
	answer := new(Page[DomainTraffic])
	ids := []string{accountUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/custom_domains/traffic", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetChallengeTypes: retrieve how custom domains can be validated.
func (c *Client) GetChallengeTypes(ctx context.Context, accountUUID string) (*ChallengeTypes, error) {
	answer := new(ChallengeTypes)
	ids := []string{accountUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/custom_domains/challenge_types", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// ListAccountCustomDomainsQuery has the parameters of ListAccountCustomDomains.
type ListAccountCustomDomainsQuery struct {
	UpstreamUUID     *string
	Host             *string
	Status           *string
	Ready            *string
	ExternalID       *string
	Metadata         *string
	Verdict          *string
	Reachable        *string
	CertificateState *string
	Traffic          *string
	Query            *string
	Page             *int64
	PerPage          *int64
	Cursor           *string
	Sort             *string
}

func (q *ListAccountCustomDomainsQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "upstream_uuid", q.UpstreamUUID)
	set(values, "host", q.Host)
	set(values, "status", q.Status)
	set(values, "ready", q.Ready)
	set(values, "external_id", q.ExternalID)
	set(values, "metadata", q.Metadata)
	set(values, "verdict", q.Verdict)
	set(values, "reachable", q.Reachable)
	set(values, "certificate_state", q.CertificateState)
	set(values, "traffic", q.Traffic)
	set(values, "query", q.Query)
	set(values, "page", q.Page)
	set(values, "per_page", q.PerPage)
	set(values, "cursor", q.Cursor)
	set(values, "sort", q.Sort)
	return values
}

// ListAccountCustomDomains: list an account’s custom domains.
func (c *Client) ListAccountCustomDomains(ctx context.Context, accountUUID string, query *ListAccountCustomDomainsQuery) (*Page[CustomDomain], error) {
	answer := new(Page[CustomDomain])
	ids := []string{accountUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/custom_domains", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetAccountCustomDomain: retrieve an account’s custom domain.
func (c *Client) GetAccountCustomDomain(ctx context.Context, accountUUID, customDomainUUID string) (*CustomDomain, error) {
	answer := new(CustomDomain)
	ids := []string{accountUUID, customDomainUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/custom_domains/{custom_domain_uuid}", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// ListCustomDomainsQuery has the parameters of ListCustomDomains.
type ListCustomDomainsQuery struct {
	Host             *string
	Status           *string
	Ready            *string
	ExternalID       *string
	Metadata         *string
	Verdict          *string
	Reachable        *string
	CertificateState *string
	Traffic          *string
	Query            *string
	Page             *int64
	PerPage          *int64
	Cursor           *string
	Sort             *string
}

func (q *ListCustomDomainsQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "host", q.Host)
	set(values, "status", q.Status)
	set(values, "ready", q.Ready)
	set(values, "external_id", q.ExternalID)
	set(values, "metadata", q.Metadata)
	set(values, "verdict", q.Verdict)
	set(values, "reachable", q.Reachable)
	set(values, "certificate_state", q.CertificateState)
	set(values, "traffic", q.Traffic)
	set(values, "query", q.Query)
	set(values, "page", q.Page)
	set(values, "per_page", q.PerPage)
	set(values, "cursor", q.Cursor)
	set(values, "sort", q.Sort)
	return values
}

// ListCustomDomains: list an upstream’s custom domains.
func (c *Client) ListCustomDomains(ctx context.Context, accountUUID, upstreamUUID string, query *ListCustomDomainsQuery) (*Page[CustomDomain], error) {
	answer := new(Page[CustomDomain])
	ids := []string{accountUUID, upstreamUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/custom_domains", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// CreateCustomDomain: create a custom domain.
func (c *Client) CreateCustomDomain(ctx context.Context, accountUUID, upstreamUUID string, body *CustomDomainCreate) (*CustomDomain, error) {
	answer := new(CustomDomain)
	ids := []string{accountUUID, upstreamUUID}
	err := c.ask(ctx, "POST", "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/custom_domains", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetCustomDomain: retrieve a custom domain.
func (c *Client) GetCustomDomain(ctx context.Context, accountUUID, upstreamUUID, customDomainUUID string) (*CustomDomain, error) {
	answer := new(CustomDomain)
	ids := []string{accountUUID, upstreamUUID, customDomainUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/custom_domains/{custom_domain_uuid}", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// UpdateCustomDomain: update a custom domain.
func (c *Client) UpdateCustomDomain(ctx context.Context, accountUUID, upstreamUUID, customDomainUUID string, body *CustomDomainUpdate) (*CustomDomain, error) {
	answer := new(CustomDomain)
	ids := []string{accountUUID, upstreamUUID, customDomainUUID}
	err := c.ask(ctx, "PUT", "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/custom_domains/{custom_domain_uuid}", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// DeleteCustomDomain: delete a custom domain.
func (c *Client) DeleteCustomDomain(ctx context.Context, accountUUID, upstreamUUID, customDomainUUID string) (*Message, error) {
	answer := new(Message)
	ids := []string{accountUUID, upstreamUUID, customDomainUUID}
	err := c.ask(ctx, "DELETE", "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/custom_domains/{custom_domain_uuid}", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// CreateCustomDomainBatchAnswer is what CreateCustomDomainBatch answers.
type CreateCustomDomainBatchAnswer struct {
	Data []CustomDomain `json:"data"`
}

// CreateCustomDomainBatch: create many custom domains at once.
func (c *Client) CreateCustomDomainBatch(ctx context.Context, accountUUID, upstreamUUID string, body any) (*CreateCustomDomainBatchAnswer, error) {
	answer := new(CreateCustomDomainBatchAnswer)
	ids := []string{accountUUID, upstreamUUID}
	err := c.ask(ctx, "POST", "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/custom_domains/batch", ids, nil, body, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// MoveCustomDomain: move a custom domain to another upstream.
func (c *Client) MoveCustomDomain(ctx context.Context, accountUUID, upstreamUUID, customDomainUUID string, body any) (*CustomDomain, error) {
	answer := new(CustomDomain)
	ids := []string{accountUUID, upstreamUUID, customDomainUUID}
	err := c.ask(ctx, "POST", "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/custom_domains/{custom_domain_uuid}/move", ids, nil, body, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// VerifyDNSRecords: check a custom domain’s DNS records.
func (c *Client) VerifyDNSRecords(ctx context.Context, accountUUID, upstreamUUID, customDomainUUID string) (*CustomDomain, error) {
	answer := new(CustomDomain)
	ids := []string{accountUUID, upstreamUUID, customDomainUUID}
	err := c.ask(ctx, "POST", "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/custom_domains/{custom_domain_uuid}/verify_dns_records", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// ListFindingsQuery has the parameters of ListFindings.
type ListFindingsQuery struct {
	State      *string
	Kind       *string
	Severity   *string
	Host       *string
	ExternalID *string
	Page       *int64
	PerPage    *int64
	Cursor     *string
	Sort       *string
}

func (q *ListFindingsQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "state", q.State)
	set(values, "kind", q.Kind)
	set(values, "severity", q.Severity)
	set(values, "host", q.Host)
	set(values, "external_id", q.ExternalID)
	set(values, "page", q.Page)
	set(values, "per_page", q.PerPage)
	set(values, "cursor", q.Cursor)
	set(values, "sort", q.Sort)
	return values
}

// ListFindings: list findings.
func (c *Client) ListFindings(ctx context.Context, accountUUID string, query *ListFindingsQuery) (*Page[Finding], error) {
	answer := new(Page[Finding])
	ids := []string{accountUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/findings", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetFinding: retrieve a finding.
func (c *Client) GetFinding(ctx context.Context, accountUUID, findingUUID string) (*Finding, error) {
	answer := new(Finding)
	ids := []string{accountUUID, findingUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/findings/{finding_uuid}", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// MuteFinding: mute a finding.
func (c *Client) MuteFinding(ctx context.Context, accountUUID, findingUUID string, body any) (*Finding, error) {
	answer := new(Finding)
	ids := []string{accountUUID, findingUUID}
	err := c.ask(ctx, "POST", "/api/v1/accounts/{account_uuid}/findings/{finding_uuid}/mute", ids, nil, body, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// UnmuteFinding: unmute a finding.
func (c *Client) UnmuteFinding(ctx context.Context, accountUUID, findingUUID string) (*Finding, error) {
	answer := new(Finding)
	ids := []string{accountUUID, findingUUID}
	err := c.ask(ctx, "DELETE", "/api/v1/accounts/{account_uuid}/findings/{finding_uuid}/mute", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetOverview: count an account’s hosts by verdict, and its open findings.
func (c *Client) GetOverview(ctx context.Context, accountUUID string) (*Overview, error) {
	answer := new(Overview)
	ids := []string{accountUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/overview", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetGrowth: list the custom domains that grow and shrink.
func (c *Client) GetGrowth(ctx context.Context, accountUUID string) (*Growth, error) {
	answer := new(Growth)
	ids := []string{accountUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/overview/growth", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// ListWebhookEndpointsQuery has the parameters of ListWebhookEndpoints.
type ListWebhookEndpointsQuery struct {
	Page    *int64
	PerPage *int64
	Cursor  *string
}

func (q *ListWebhookEndpointsQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "page", q.Page)
	set(values, "per_page", q.PerPage)
	set(values, "cursor", q.Cursor)
	return values
}

// ListWebhookEndpoints: list webhook endpoints.
func (c *Client) ListWebhookEndpoints(ctx context.Context, accountUUID string, query *ListWebhookEndpointsQuery) (*Page[WebhookEndpoint], error) {
	answer := new(Page[WebhookEndpoint])
	ids := []string{accountUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/webhook_endpoints", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// CreateWebhookEndpoint: create a webhook endpoint.
func (c *Client) CreateWebhookEndpoint(ctx context.Context, accountUUID string, body *WebhookEndpointCreate) (*WebhookEndpointWithSecret, error) {
	answer := new(WebhookEndpointWithSecret)
	ids := []string{accountUUID}
	err := c.ask(ctx, "POST", "/api/v1/accounts/{account_uuid}/webhook_endpoints", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetWebhookEndpoint: retrieve a webhook endpoint.
func (c *Client) GetWebhookEndpoint(ctx context.Context, accountUUID, webhookEndpointUUID string) (*WebhookEndpoint, error) {
	answer := new(WebhookEndpoint)
	ids := []string{accountUUID, webhookEndpointUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/webhook_endpoints/{webhook_endpoint_uuid}", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// UpdateWebhookEndpoint: update a webhook endpoint.
func (c *Client) UpdateWebhookEndpoint(ctx context.Context, accountUUID, webhookEndpointUUID string, body *WebhookEndpointUpdate) (*WebhookEndpoint, error) {
	answer := new(WebhookEndpoint)
	ids := []string{accountUUID, webhookEndpointUUID}
	err := c.ask(ctx, "PUT", "/api/v1/accounts/{account_uuid}/webhook_endpoints/{webhook_endpoint_uuid}", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// DeleteWebhookEndpoint: delete a webhook endpoint.
func (c *Client) DeleteWebhookEndpoint(ctx context.Context, accountUUID, webhookEndpointUUID string) (*Message, error) {
	answer := new(Message)
	ids := []string{accountUUID, webhookEndpointUUID}
	err := c.ask(ctx, "DELETE", "/api/v1/accounts/{account_uuid}/webhook_endpoints/{webhook_endpoint_uuid}", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// RotateWebhookSecret: rotate a webhook endpoint’s secret.
func (c *Client) RotateWebhookSecret(ctx context.Context, accountUUID, webhookEndpointUUID string) (*WebhookEndpointWithSecret, error) {
	answer := new(WebhookEndpointWithSecret)
	ids := []string{accountUUID, webhookEndpointUUID}
	err := c.ask(ctx, "POST", "/api/v1/accounts/{account_uuid}/webhook_endpoints/{webhook_endpoint_uuid}/secret", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// ListWebhookDeliveriesQuery has the parameters of ListWebhookDeliveries.
type ListWebhookDeliveriesQuery struct {
	Status  *string
	Type    *string
	Page    *int64
	PerPage *int64
	Cursor  *string
}

func (q *ListWebhookDeliveriesQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "status", q.Status)
	set(values, "type", q.Type)
	set(values, "page", q.Page)
	set(values, "per_page", q.PerPage)
	set(values, "cursor", q.Cursor)
	return values
}

// ListWebhookDeliveries: list an endpoint’s deliveries.
func (c *Client) ListWebhookDeliveries(ctx context.Context, accountUUID, webhookEndpointUUID string, query *ListWebhookDeliveriesQuery) (*Page[WebhookDeliverySummary], error) {
	answer := new(Page[WebhookDeliverySummary])
	ids := []string{accountUUID, webhookEndpointUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/webhook_endpoints/{webhook_endpoint_uuid}/deliveries", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetWebhookDelivery: retrieve a delivery.
func (c *Client) GetWebhookDelivery(ctx context.Context, accountUUID, webhookEndpointUUID, webhookDeliveryUUID string) (*WebhookDelivery, error) {
	answer := new(WebhookDelivery)
	ids := []string{accountUUID, webhookEndpointUUID, webhookDeliveryUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/webhook_endpoints/{webhook_endpoint_uuid}/deliveries/{webhook_delivery_uuid}", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// ReplayWebhookDelivery: replay a delivery.
func (c *Client) ReplayWebhookDelivery(ctx context.Context, accountUUID, webhookEndpointUUID, webhookDeliveryUUID string) (*WebhookDelivery, error) {
	answer := new(WebhookDelivery)
	ids := []string{accountUUID, webhookEndpointUUID, webhookDeliveryUUID}
	err := c.ask(ctx, "POST", "/api/v1/accounts/{account_uuid}/webhook_endpoints/{webhook_endpoint_uuid}/deliveries/{webhook_delivery_uuid}/replay", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// TestWebhookEndpoint: send a test event.
func (c *Client) TestWebhookEndpoint(ctx context.Context, accountUUID, webhookEndpointUUID string) (*WebhookDelivery, error) {
	answer := new(WebhookDelivery)
	ids := []string{accountUUID, webhookEndpointUUID}
	err := c.ask(ctx, "POST", "/api/v1/accounts/{account_uuid}/webhook_endpoints/{webhook_endpoint_uuid}/test", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// ListConnectLinksAnswer is what ListConnectLinks answers.
type ListConnectLinksAnswer []ConnectLink

// ListConnectLinks: list a custom domain’s open connect links.
func (c *Client) ListConnectLinks(ctx context.Context, accountUUID, upstreamUUID, customDomainUUID string) (*ListConnectLinksAnswer, error) {
	answer := new(ListConnectLinksAnswer)
	ids := []string{accountUUID, upstreamUUID, customDomainUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/custom_domains/{custom_domain_uuid}/connect_links", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// CreateConnectLink: create a connect link.
func (c *Client) CreateConnectLink(ctx context.Context, accountUUID, upstreamUUID, customDomainUUID string, body *ConnectLinkCreate) (*CreatedConnectLink, error) {
	answer := new(CreatedConnectLink)
	ids := []string{accountUUID, upstreamUUID, customDomainUUID}
	err := c.ask(ctx, "POST", "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/custom_domains/{custom_domain_uuid}/connect_links", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// RevokeConnectLink: revoke a connect link.
func (c *Client) RevokeConnectLink(ctx context.Context, accountUUID, upstreamUUID, customDomainUUID, connectLinkUUID string) (*Message, error) {
	answer := new(Message)
	ids := []string{accountUUID, upstreamUUID, customDomainUUID, connectLinkUUID}
	err := c.ask(ctx, "DELETE", "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/custom_domains/{custom_domain_uuid}/connect_links/{connect_link_uuid}", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetBrand: retrieve the brand.
func (c *Client) GetBrand(ctx context.Context, accountUUID string) (*Brand, error) {
	answer := new(Brand)
	ids := []string{accountUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/brand", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// UpdateBrand: update the brand.
func (c *Client) UpdateBrand(ctx context.Context, accountUUID string, body *BrandUpdate) (*Brand, error) {
	answer := new(Brand)
	ids := []string{accountUUID}
	err := c.ask(ctx, "PUT", "/api/v1/accounts/{account_uuid}/brand", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// ListCustomCertificatesQuery has the parameters of ListCustomCertificates.
type ListCustomCertificatesQuery struct {
	Page    *int64
	PerPage *int64
	Cursor  *string
}

func (q *ListCustomCertificatesQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "page", q.Page)
	set(values, "per_page", q.PerPage)
	set(values, "cursor", q.Cursor)
	return values
}

// ListCustomCertificates: list custom certificates.
func (c *Client) ListCustomCertificates(ctx context.Context, accountUUID string, query *ListCustomCertificatesQuery) (*Page[CustomCertificate], error) {
	answer := new(Page[CustomCertificate])
	ids := []string{accountUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/custom_certificates", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// CreateCustomCertificate: upload a custom certificate.
func (c *Client) CreateCustomCertificate(ctx context.Context, accountUUID string, body *CustomCertificateCreate) (*CustomCertificate, error) {
	answer := new(CustomCertificate)
	ids := []string{accountUUID}
	err := c.ask(ctx, "POST", "/api/v1/accounts/{account_uuid}/custom_certificates", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetCustomCertificate: retrieve a custom certificate.
func (c *Client) GetCustomCertificate(ctx context.Context, accountUUID, certificateUUID string) (*CustomCertificate, error) {
	answer := new(CustomCertificate)
	ids := []string{accountUUID, certificateUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/custom_certificates/{certificate_uuid}", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// DeleteCustomCertificate: delete a custom certificate.
func (c *Client) DeleteCustomCertificate(ctx context.Context, accountUUID, certificateUUID string) (*Message, error) {
	answer := new(Message)
	ids := []string{accountUUID, certificateUUID}
	err := c.ask(ctx, "DELETE", "/api/v1/accounts/{account_uuid}/custom_certificates/{certificate_uuid}", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// ListAutomaticCertificatesQuery has the parameters of ListAutomaticCertificates.
type ListAutomaticCertificatesQuery struct {
	Host    *string
	State   *string
	Page    *int64
	PerPage *int64
	Cursor  *string
	Sort    *string
}

func (q *ListAutomaticCertificatesQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "host", q.Host)
	set(values, "state", q.State)
	set(values, "page", q.Page)
	set(values, "per_page", q.PerPage)
	set(values, "cursor", q.Cursor)
	set(values, "sort", q.Sort)
	return values
}

// ListAutomaticCertificates: list automatic certificates.
func (c *Client) ListAutomaticCertificates(ctx context.Context, accountUUID string, query *ListAutomaticCertificatesQuery) (*Page[AutomaticCertificate], error) {
	answer := new(Page[AutomaticCertificate])
	ids := []string{accountUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/automatic_certificates", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetAutomaticCertificate: get the automatic certificate of a host.
func (c *Client) GetAutomaticCertificate(ctx context.Context, accountUUID, host string) (*AutomaticCertificate, error) {
	answer := new(AutomaticCertificate)
	ids := []string{accountUUID, host}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/automatic_certificates/{host}", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// OrderAutomaticCertificate: order the automatic certificate of a host now.
func (c *Client) OrderAutomaticCertificate(ctx context.Context, accountUUID, host string) (*AutomaticCertificate, error) {
	answer := new(AutomaticCertificate)
	ids := []string{accountUUID, host}
	err := c.ask(ctx, "POST", "/api/v1/accounts/{account_uuid}/automatic_certificates/{host}/order", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// ListUpstreamErrorPagesQuery has the parameters of ListUpstreamErrorPages.
type ListUpstreamErrorPagesQuery struct {
	Page    *int64
	PerPage *int64
	Cursor  *string
}

func (q *ListUpstreamErrorPagesQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "page", q.Page)
	set(values, "per_page", q.PerPage)
	set(values, "cursor", q.Cursor)
	return values
}

// ListUpstreamErrorPages: list the error pages of an upstream.
func (c *Client) ListUpstreamErrorPages(ctx context.Context, accountUUID, upstreamUUID string, query *ListUpstreamErrorPagesQuery) (*Page[ErrorPageSummary], error) {
	answer := new(Page[ErrorPageSummary])
	ids := []string{accountUUID, upstreamUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/error_pages", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetUpstreamErrorPage: retrieve an error page of an upstream.
func (c *Client) GetUpstreamErrorPage(ctx context.Context, accountUUID, upstreamUUID, status string) (*ErrorPage, error) {
	answer := new(ErrorPage)
	ids := []string{accountUUID, upstreamUUID, status}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/error_pages/{status}", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// SetUpstreamErrorPage: set an error page of an upstream.
func (c *Client) SetUpstreamErrorPage(ctx context.Context, accountUUID, upstreamUUID, status string, body *ErrorPageSet) (*ErrorPage, error) {
	answer := new(ErrorPage)
	ids := []string{accountUUID, upstreamUUID, status}
	err := c.ask(ctx, "PUT", "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/error_pages/{status}", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// DeleteUpstreamErrorPage: delete an error page of an upstream.
func (c *Client) DeleteUpstreamErrorPage(ctx context.Context, accountUUID, upstreamUUID, status string) (*Message, error) {
	answer := new(Message)
	ids := []string{accountUUID, upstreamUUID, status}
	err := c.ask(ctx, "DELETE", "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/error_pages/{status}", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// ListCustomDomainErrorPagesQuery has the parameters of ListCustomDomainErrorPages.
type ListCustomDomainErrorPagesQuery struct {
	Page    *int64
	PerPage *int64
	Cursor  *string
}

func (q *ListCustomDomainErrorPagesQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "page", q.Page)
	set(values, "per_page", q.PerPage)
	set(values, "cursor", q.Cursor)
	return values
}

// ListCustomDomainErrorPages: list the error pages of a custom domain.
func (c *Client) ListCustomDomainErrorPages(ctx context.Context, accountUUID, upstreamUUID, customDomainUUID string, query *ListCustomDomainErrorPagesQuery) (*Page[ErrorPageSummary], error) {
	answer := new(Page[ErrorPageSummary])
	ids := []string{accountUUID, upstreamUUID, customDomainUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/custom_domains/{custom_domain_uuid}/error_pages", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetCustomDomainErrorPage: retrieve an error page of a custom domain.
func (c *Client) GetCustomDomainErrorPage(ctx context.Context, accountUUID, upstreamUUID, customDomainUUID, status string) (*ErrorPage, error) {
	answer := new(ErrorPage)
	ids := []string{accountUUID, upstreamUUID, customDomainUUID, status}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/custom_domains/{custom_domain_uuid}/error_pages/{status}", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// SetCustomDomainErrorPage: set an error page of a custom domain.
func (c *Client) SetCustomDomainErrorPage(ctx context.Context, accountUUID, upstreamUUID, customDomainUUID, status string, body *ErrorPageSet) (*ErrorPage, error) {
	answer := new(ErrorPage)
	ids := []string{accountUUID, upstreamUUID, customDomainUUID, status}
	err := c.ask(ctx, "PUT", "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/custom_domains/{custom_domain_uuid}/error_pages/{status}", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// DeleteCustomDomainErrorPage: delete an error page of a custom domain.
func (c *Client) DeleteCustomDomainErrorPage(ctx context.Context, accountUUID, upstreamUUID, customDomainUUID, status string) (*Message, error) {
	answer := new(Message)
	ids := []string{accountUUID, upstreamUUID, customDomainUUID, status}
	err := c.ask(ctx, "DELETE", "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/custom_domains/{custom_domain_uuid}/error_pages/{status}", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetUniqueVisitorsCountAnswer is what GetUniqueVisitorsCount answers.
type GetUniqueVisitorsCountAnswer struct {
	Count int64 `json:"count"`
}

// GetUniqueVisitorsCountQuery has the parameters of GetUniqueVisitorsCount.
type GetUniqueVisitorsCountQuery struct {
	From *string
	To   *string
}

func (q *GetUniqueVisitorsCountQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "from", q.From)
	set(values, "to", q.To)
	return values
}

// GetUniqueVisitorsCount: number of distinct visitors.
func (c *Client) GetUniqueVisitorsCount(ctx context.Context, uuid string, query *GetUniqueVisitorsCountQuery) (*GetUniqueVisitorsCountAnswer, error) {
	answer := new(GetUniqueVisitorsCountAnswer)
	ids := []string{uuid}
	err := c.ask(ctx, "GET", "/api/v1/analytics/custom_domains/{uuid}/unique_visitors_count", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetUniqueVisitorsByDateAnswer is what GetUniqueVisitorsByDate answers.
type GetUniqueVisitorsByDateAnswer struct {
	Data map[string]int64 `json:"data"`
}

// GetUniqueVisitorsByDateQuery has the parameters of GetUniqueVisitorsByDate.
type GetUniqueVisitorsByDateQuery struct {
	From      *string
	To        *string
	Frequency *string
}

func (q *GetUniqueVisitorsByDateQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "from", q.From)
	set(values, "to", q.To)
	set(values, "frequency", q.Frequency)
	return values
}

// GetUniqueVisitorsByDate: number of distinct visitors over time.
func (c *Client) GetUniqueVisitorsByDate(ctx context.Context, uuid string, query *GetUniqueVisitorsByDateQuery) (*GetUniqueVisitorsByDateAnswer, error) {
	answer := new(GetUniqueVisitorsByDateAnswer)
	ids := []string{uuid}
	err := c.ask(ctx, "GET", "/api/v1/analytics/custom_domains/{uuid}/unique_visitors_by_date", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetTotalPageviewsCountAnswer is what GetTotalPageviewsCount answers.
type GetTotalPageviewsCountAnswer struct {
	Count int64 `json:"count"`
}

// GetTotalPageviewsCountQuery has the parameters of GetTotalPageviewsCount.
type GetTotalPageviewsCountQuery struct {
	From *string
	To   *string
}

func (q *GetTotalPageviewsCountQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "from", q.From)
	set(values, "to", q.To)
	return values
}

// GetTotalPageviewsCount: number of pageviews.
func (c *Client) GetTotalPageviewsCount(ctx context.Context, uuid string, query *GetTotalPageviewsCountQuery) (*GetTotalPageviewsCountAnswer, error) {
	answer := new(GetTotalPageviewsCountAnswer)
	ids := []string{uuid}
	err := c.ask(ctx, "GET", "/api/v1/analytics/custom_domains/{uuid}/total_pageviews_count", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetPageviewsByDateAnswer is what GetPageviewsByDate answers.
type GetPageviewsByDateAnswer struct {
	Data map[string]int64 `json:"data"`
}

// GetPageviewsByDateQuery has the parameters of GetPageviewsByDate.
type GetPageviewsByDateQuery struct {
	From      *string
	To        *string
	Frequency *string
}

func (q *GetPageviewsByDateQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "from", q.From)
	set(values, "to", q.To)
	set(values, "frequency", q.Frequency)
	return values
}

// GetPageviewsByDate: number of pageviews over time.
func (c *Client) GetPageviewsByDate(ctx context.Context, uuid string, query *GetPageviewsByDateQuery) (*GetPageviewsByDateAnswer, error) {
	answer := new(GetPageviewsByDateAnswer)
	ids := []string{uuid}
	err := c.ask(ctx, "GET", "/api/v1/analytics/custom_domains/{uuid}/pageviews_by_date", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetTotalVisitsCountAnswer is what GetTotalVisitsCount answers.
type GetTotalVisitsCountAnswer struct {
	Count int64 `json:"count"`
}

// GetTotalVisitsCountQuery has the parameters of GetTotalVisitsCount.
type GetTotalVisitsCountQuery struct {
	From *string
	To   *string
}

func (q *GetTotalVisitsCountQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "from", q.From)
	set(values, "to", q.To)
	return values
}

// GetTotalVisitsCount: number of visits.
func (c *Client) GetTotalVisitsCount(ctx context.Context, uuid string, query *GetTotalVisitsCountQuery) (*GetTotalVisitsCountAnswer, error) {
	answer := new(GetTotalVisitsCountAnswer)
	ids := []string{uuid}
	err := c.ask(ctx, "GET", "/api/v1/analytics/custom_domains/{uuid}/total_visits_count", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetVisitsByDateAnswer is what GetVisitsByDate answers.
type GetVisitsByDateAnswer struct {
	Data map[string]int64 `json:"data"`
}

// GetVisitsByDateQuery has the parameters of GetVisitsByDate.
type GetVisitsByDateQuery struct {
	From      *string
	To        *string
	Frequency *string
}

func (q *GetVisitsByDateQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "from", q.From)
	set(values, "to", q.To)
	set(values, "frequency", q.Frequency)
	return values
}

// GetVisitsByDate: number of visits over time.
func (c *Client) GetVisitsByDate(ctx context.Context, uuid string, query *GetVisitsByDateQuery) (*GetVisitsByDateAnswer, error) {
	answer := new(GetVisitsByDateAnswer)
	ids := []string{uuid}
	err := c.ask(ctx, "GET", "/api/v1/analytics/custom_domains/{uuid}/visits_by_date", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetPageviewsPerVisitByDateAnswer is what GetPageviewsPerVisitByDate answers.
type GetPageviewsPerVisitByDateAnswer struct {
	Data map[string]float64 `json:"data"`
}

// GetPageviewsPerVisitByDateQuery has the parameters of GetPageviewsPerVisitByDate.
type GetPageviewsPerVisitByDateQuery struct {
	From      *string
	To        *string
	Frequency *string
}

func (q *GetPageviewsPerVisitByDateQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "from", q.From)
	set(values, "to", q.To)
	set(values, "frequency", q.Frequency)
	return values
}

// GetPageviewsPerVisitByDate: pageviews per visit over time.
func (c *Client) GetPageviewsPerVisitByDate(ctx context.Context, uuid string, query *GetPageviewsPerVisitByDateQuery) (*GetPageviewsPerVisitByDateAnswer, error) {
	answer := new(GetPageviewsPerVisitByDateAnswer)
	ids := []string{uuid}
	err := c.ask(ctx, "GET", "/api/v1/analytics/custom_domains/{uuid}/pageviews_per_visit_by_date", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetSourcesAnswer is what GetSources answers.
type GetSourcesAnswer struct {
	Data []struct {
		Name       string  `json:"name"`
		Count      int64   `json:"count"`
		Percentage float64 `json:"percentage"`
	} `json:"data"`
}

// GetSourcesQuery has the parameters of GetSources.
type GetSourcesQuery struct {
	From  *string
	To    *string
	Limit *int64
}

func (q *GetSourcesQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "from", q.From)
	set(values, "to", q.To)
	set(values, "limit", q.Limit)
	return values
}

// GetSources: sources by number of visits.
func (c *Client) GetSources(ctx context.Context, uuid string, query *GetSourcesQuery) (*GetSourcesAnswer, error) {
	answer := new(GetSourcesAnswer)
	ids := []string{uuid}
	err := c.ask(ctx, "GET", "/api/v1/analytics/custom_domains/{uuid}/sources", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetUTMParamsAnswer is what GetUTMParams answers.
type GetUTMParamsAnswer struct {
	Data []struct {
		Value      string  `json:"value"`
		Count      int64   `json:"count"`
		Percentage float64 `json:"percentage"`
	} `json:"data"`
}

// GetUTMParamsQuery has the parameters of GetUTMParams.
type GetUTMParamsQuery struct {
	From     *string
	To       *string
	UTMParam *string
	Limit    *int64
}

func (q *GetUTMParamsQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "from", q.From)
	set(values, "to", q.To)
	set(values, "utm_param", q.UTMParam)
	set(values, "limit", q.Limit)
	return values
}

// GetUTMParams: values of a UTM parameter by number of visits.
func (c *Client) GetUTMParams(ctx context.Context, uuid string, query *GetUTMParamsQuery) (*GetUTMParamsAnswer, error) {
	answer := new(GetUTMParamsAnswer)
	ids := []string{uuid}
	err := c.ask(ctx, "GET", "/api/v1/analytics/custom_domains/{uuid}/utm_params", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetPagesAnswer is what GetPages answers.
type GetPagesAnswer struct {
	Data []struct {
		Path       string  `json:"path"`
		Views      int64   `json:"views"`
		Percentage float64 `json:"percentage"`
	} `json:"data"`
}

// GetPagesQuery has the parameters of GetPages.
type GetPagesQuery struct {
	From  *string
	To    *string
	Limit *int64
}

func (q *GetPagesQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "from", q.From)
	set(values, "to", q.To)
	set(values, "limit", q.Limit)
	return values
}

// GetPages: paths by number of pageviews.
func (c *Client) GetPages(ctx context.Context, uuid string, query *GetPagesQuery) (*GetPagesAnswer, error) {
	answer := new(GetPagesAnswer)
	ids := []string{uuid}
	err := c.ask(ctx, "GET", "/api/v1/analytics/custom_domains/{uuid}/pages", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetLocationsAnswer is what GetLocations answers.
type GetLocationsAnswer struct {
	Data []struct {
		Location   string  `json:"location"`
		Code       string  `json:"code"`
		Visitors   int64   `json:"visitors"`
		Percentage float64 `json:"percentage"`
	} `json:"data"`
}

// GetLocationsQuery has the parameters of GetLocations.
type GetLocationsQuery struct {
	From         *string
	To           *string
	LocationType *string
	Region       *string
	Limit        *int64
}

func (q *GetLocationsQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "from", q.From)
	set(values, "to", q.To)
	set(values, "location_type", q.LocationType)
	set(values, "region", q.Region)
	set(values, "limit", q.Limit)
	return values
}

// GetLocations: countries, regions or cities by number of distinct visitors.
func (c *Client) GetLocations(ctx context.Context, uuid string, query *GetLocationsQuery) (*GetLocationsAnswer, error) {
	answer := new(GetLocationsAnswer)
	ids := []string{uuid}
	err := c.ask(ctx, "GET", "/api/v1/analytics/custom_domains/{uuid}/locations", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetDevicesAnswer is what GetDevices answers.
type GetDevicesAnswer struct {
	Data struct {
		Browsers []struct {
			Name       string  `json:"name"`
			BrowserID  string  `json:"browser_id"`
			Count      int64   `json:"count"`
			Percentage float64 `json:"percentage"`
		} `json:"browsers"`
		OperatingSystems []struct {
			Name              string  `json:"name"`
			OperatingSystemID string  `json:"operating_system_id"`
			Count             int64   `json:"count"`
			Percentage        float64 `json:"percentage"`
		} `json:"operating_systems"`
		ScreenSizes []struct {
			Name         string  `json:"name"`
			ScreenSizeID string  `json:"screen_size_id"`
			Count        int64   `json:"count"`
			Percentage   float64 `json:"percentage"`
		} `json:"screen_sizes"`
	} `json:"data"`
}

// GetDevicesQuery has the parameters of GetDevices.
type GetDevicesQuery struct {
	From  *string
	To    *string
	Limit *int64
}

func (q *GetDevicesQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "from", q.From)
	set(values, "to", q.To)
	set(values, "limit", q.Limit)
	return values
}

// GetDevices: browsers, operating systems and screen sizes by number of distinct visitors.
func (c *Client) GetDevices(ctx context.Context, uuid string, query *GetDevicesQuery) (*GetDevicesAnswer, error) {
	answer := new(GetDevicesAnswer)
	ids := []string{uuid}
	err := c.ask(ctx, "GET", "/api/v1/analytics/custom_domains/{uuid}/devices", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetBounceRateAnswer is what GetBounceRate answers.
type GetBounceRateAnswer struct {
	Rate float64 `json:"rate"`
}

// GetBounceRateQuery has the parameters of GetBounceRate.
type GetBounceRateQuery struct {
	From *string
	To   *string
}

func (q *GetBounceRateQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "from", q.From)
	set(values, "to", q.To)
	return values
}

// GetBounceRate: visits of a single pageview, in percent of all visits.
func (c *Client) GetBounceRate(ctx context.Context, uuid string, query *GetBounceRateQuery) (*GetBounceRateAnswer, error) {
	answer := new(GetBounceRateAnswer)
	ids := []string{uuid}
	err := c.ask(ctx, "GET", "/api/v1/analytics/custom_domains/{uuid}/bounce_rate", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetBounceRateByDateAnswer is what GetBounceRateByDate answers.
type GetBounceRateByDateAnswer struct {
	Data map[string]float64 `json:"data"`
}

// GetBounceRateByDateQuery has the parameters of GetBounceRateByDate.
type GetBounceRateByDateQuery struct {
	From      *string
	To        *string
	Frequency *string
}

func (q *GetBounceRateByDateQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "from", q.From)
	set(values, "to", q.To)
	set(values, "frequency", q.Frequency)
	return values
}

// GetBounceRateByDate: visits of a single pageview over time, in percent of all visits.
func (c *Client) GetBounceRateByDate(ctx context.Context, uuid string, query *GetBounceRateByDateQuery) (*GetBounceRateByDateAnswer, error) {
	answer := new(GetBounceRateByDateAnswer)
	ids := []string{uuid}
	err := c.ask(ctx, "GET", "/api/v1/analytics/custom_domains/{uuid}/bounce_rate_by_date", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetAverageVisitDurationAnswer is what GetAverageVisitDuration answers.
type GetAverageVisitDurationAnswer struct {
	Duration float64 `json:"duration"`
}

// GetAverageVisitDurationQuery has the parameters of GetAverageVisitDuration.
type GetAverageVisitDurationQuery struct {
	From *string
	To   *string
}

func (q *GetAverageVisitDurationQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "from", q.From)
	set(values, "to", q.To)
	return values
}

// GetAverageVisitDuration: average time from the first to the last pageview of a visit in seconds.
func (c *Client) GetAverageVisitDuration(ctx context.Context, uuid string, query *GetAverageVisitDurationQuery) (*GetAverageVisitDurationAnswer, error) {
	answer := new(GetAverageVisitDurationAnswer)
	ids := []string{uuid}
	err := c.ask(ctx, "GET", "/api/v1/analytics/custom_domains/{uuid}/average_visit_duration", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetAverageVisitDurationByDateAnswer is what GetAverageVisitDurationByDate answers.
type GetAverageVisitDurationByDateAnswer struct {
	Data map[string]float64 `json:"data"`
}

// GetAverageVisitDurationByDateQuery has the parameters of GetAverageVisitDurationByDate.
type GetAverageVisitDurationByDateQuery struct {
	From      *string
	To        *string
	Frequency *string
}

func (q *GetAverageVisitDurationByDateQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "from", q.From)
	set(values, "to", q.To)
	set(values, "frequency", q.Frequency)
	return values
}

// GetAverageVisitDurationByDate: average time from the first to the last pageview of a visit in seconds, over time.
func (c *Client) GetAverageVisitDurationByDate(ctx context.Context, uuid string, query *GetAverageVisitDurationByDateQuery) (*GetAverageVisitDurationByDateAnswer, error) {
	answer := new(GetAverageVisitDurationByDateAnswer)
	ids := []string{uuid}
	err := c.ask(ctx, "GET", "/api/v1/analytics/custom_domains/{uuid}/average_visit_duration_by_date", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetEntryPagesAnswer is what GetEntryPages answers.
type GetEntryPagesAnswer struct {
	Data []struct {
		Path       string  `json:"path"`
		Visits     int64   `json:"visits"`
		Percentage float64 `json:"percentage"`
	} `json:"data"`
}

// GetEntryPagesQuery has the parameters of GetEntryPages.
type GetEntryPagesQuery struct {
	From  *string
	To    *string
	Limit *int64
}

func (q *GetEntryPagesQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "from", q.From)
	set(values, "to", q.To)
	set(values, "limit", q.Limit)
	return values
}

// GetEntryPages: paths by number of visits that begin there.
func (c *Client) GetEntryPages(ctx context.Context, uuid string, query *GetEntryPagesQuery) (*GetEntryPagesAnswer, error) {
	answer := new(GetEntryPagesAnswer)
	ids := []string{uuid}
	err := c.ask(ctx, "GET", "/api/v1/analytics/custom_domains/{uuid}/entry_pages", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetExitPagesAnswer is what GetExitPages answers.
type GetExitPagesAnswer struct {
	Data []struct {
		Path       string  `json:"path"`
		Visits     int64   `json:"visits"`
		Percentage float64 `json:"percentage"`
	} `json:"data"`
}

// GetExitPagesQuery has the parameters of GetExitPages.
type GetExitPagesQuery struct {
	From  *string
	To    *string
	Limit *int64
}

func (q *GetExitPagesQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "from", q.From)
	set(values, "to", q.To)
	set(values, "limit", q.Limit)
	return values
}

// GetExitPages: paths by number of visits that end there.
func (c *Client) GetExitPages(ctx context.Context, uuid string, query *GetExitPagesQuery) (*GetExitPagesAnswer, error) {
	answer := new(GetExitPagesAnswer)
	ids := []string{uuid}
	err := c.ask(ctx, "GET", "/api/v1/analytics/custom_domains/{uuid}/exit_pages", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetEventPropertiesAnswer is what GetEventProperties answers.
type GetEventPropertiesAnswer struct {
	Data []struct {
		Name       string  `json:"name"`
		Events     int64   `json:"events"`
		Percentage float64 `json:"percentage"`
	} `json:"data"`
}

// GetEventPropertiesQuery has the parameters of GetEventProperties.
type GetEventPropertiesQuery struct {
	From  *string
	To    *string
	Limit *int64
}

func (q *GetEventPropertiesQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "from", q.From)
	set(values, "to", q.To)
	set(values, "limit", q.Limit)
	return values
}

// GetEventProperties: keys of the properties of custom events by number of events.
func (c *Client) GetEventProperties(ctx context.Context, uuid string, query *GetEventPropertiesQuery) (*GetEventPropertiesAnswer, error) {
	answer := new(GetEventPropertiesAnswer)
	ids := []string{uuid}
	err := c.ask(ctx, "GET", "/api/v1/analytics/custom_domains/{uuid}/event_properties", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetCurrentVisitorsAnswer is what GetCurrentVisitors answers.
type GetCurrentVisitorsAnswer struct {
	Count int64 `json:"count"`
}

// GetCurrentVisitors: number of distinct visitors of the last five minutes.
func (c *Client) GetCurrentVisitors(ctx context.Context, uuid string) (*GetCurrentVisitorsAnswer, error) {
	answer := new(GetCurrentVisitorsAnswer)
	ids := []string{uuid}
	err := c.ask(ctx, "GET", "/api/v1/analytics/custom_domains/{uuid}/current_visitors", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetRequestCountAnswer is what GetRequestCount answers.
type GetRequestCountAnswer struct {
	Count int64 `json:"count"`
}

// GetRequestCountQuery has the parameters of GetRequestCount.
type GetRequestCountQuery struct {
	From *string
	To   *string
}

func (q *GetRequestCountQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "from", q.From)
	set(values, "to", q.To)
	return values
}

// GetRequestCount: number of HTTP requests.
func (c *Client) GetRequestCount(ctx context.Context, uuid string, query *GetRequestCountQuery) (*GetRequestCountAnswer, error) {
	answer := new(GetRequestCountAnswer)
	ids := []string{uuid}
	err := c.ask(ctx, "GET", "/api/v1/analytics/custom_domains/{uuid}/request_count", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetRequestCountsByDateAnswer is what GetRequestCountsByDate answers.
type GetRequestCountsByDateAnswer struct {
	Data map[string]int64 `json:"data"`
}

// GetRequestCountsByDateQuery has the parameters of GetRequestCountsByDate.
type GetRequestCountsByDateQuery struct {
	From      *string
	To        *string
	Frequency *string
}

func (q *GetRequestCountsByDateQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "from", q.From)
	set(values, "to", q.To)
	set(values, "frequency", q.Frequency)
	return values
}

// GetRequestCountsByDate: number of HTTP requests over time.
func (c *Client) GetRequestCountsByDate(ctx context.Context, uuid string, query *GetRequestCountsByDateQuery) (*GetRequestCountsByDateAnswer, error) {
	answer := new(GetRequestCountsByDateAnswer)
	ids := []string{uuid}
	err := c.ask(ctx, "GET", "/api/v1/analytics/custom_domains/{uuid}/request_counts_by_date", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetTotalDataTransferAnswer is what GetTotalDataTransfer answers.
type GetTotalDataTransferAnswer struct {
	Bytes int64 `json:"bytes"`
}

// GetTotalDataTransferQuery has the parameters of GetTotalDataTransfer.
type GetTotalDataTransferQuery struct {
	From *string
	To   *string
}

func (q *GetTotalDataTransferQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "from", q.From)
	set(values, "to", q.To)
	return values
}

// GetTotalDataTransfer: incoming plus outgoing traffic in bytes.
func (c *Client) GetTotalDataTransfer(ctx context.Context, uuid string, query *GetTotalDataTransferQuery) (*GetTotalDataTransferAnswer, error) {
	answer := new(GetTotalDataTransferAnswer)
	ids := []string{uuid}
	err := c.ask(ctx, "GET", "/api/v1/analytics/custom_domains/{uuid}/total_data_transfer", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetDataTransferByDateAnswer is what GetDataTransferByDate answers.
type GetDataTransferByDateAnswer struct {
	Data map[string]int64 `json:"data"`
}

// GetDataTransferByDateQuery has the parameters of GetDataTransferByDate.
type GetDataTransferByDateQuery struct {
	From      *string
	To        *string
	Frequency *string
}

func (q *GetDataTransferByDateQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "from", q.From)
	set(values, "to", q.To)
	set(values, "frequency", q.Frequency)
	return values
}

// GetDataTransferByDate: incoming plus outgoing traffic in bytes over time.
func (c *Client) GetDataTransferByDate(ctx context.Context, uuid string, query *GetDataTransferByDateQuery) (*GetDataTransferByDateAnswer, error) {
	answer := new(GetDataTransferByDateAnswer)
	ids := []string{uuid}
	err := c.ask(ctx, "GET", "/api/v1/analytics/custom_domains/{uuid}/data_transfer_by_date", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetAverageResponseTimeAnswer is what GetAverageResponseTime answers.
type GetAverageResponseTimeAnswer struct {
	Duration float64 `json:"duration"`
}

// GetAverageResponseTimeQuery has the parameters of GetAverageResponseTime.
type GetAverageResponseTimeQuery struct {
	From *string
	To   *string
}

func (q *GetAverageResponseTimeQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "from", q.From)
	set(values, "to", q.To)
	return values
}

// GetAverageResponseTime: average response time in seconds.
func (c *Client) GetAverageResponseTime(ctx context.Context, uuid string, query *GetAverageResponseTimeQuery) (*GetAverageResponseTimeAnswer, error) {
	answer := new(GetAverageResponseTimeAnswer)
	ids := []string{uuid}
	err := c.ask(ctx, "GET", "/api/v1/analytics/custom_domains/{uuid}/average_response_time", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetAverageResponseTimeByDateAnswer is what GetAverageResponseTimeByDate answers.
type GetAverageResponseTimeByDateAnswer struct {
	Data map[string]float64 `json:"data"`
}

// GetAverageResponseTimeByDateQuery has the parameters of GetAverageResponseTimeByDate.
type GetAverageResponseTimeByDateQuery struct {
	From      *string
	To        *string
	Frequency *string
}

func (q *GetAverageResponseTimeByDateQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "from", q.From)
	set(values, "to", q.To)
	set(values, "frequency", q.Frequency)
	return values
}

// GetAverageResponseTimeByDate: average response time in seconds over time.
func (c *Client) GetAverageResponseTimeByDate(ctx context.Context, uuid string, query *GetAverageResponseTimeByDateQuery) (*GetAverageResponseTimeByDateAnswer, error) {
	answer := new(GetAverageResponseTimeByDateAnswer)
	ids := []string{uuid}
	err := c.ask(ctx, "GET", "/api/v1/analytics/custom_domains/{uuid}/average_response_time_by_date", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetResponseTimeDistributionAnswer is what GetResponseTimeDistribution answers.
type GetResponseTimeDistributionAnswer struct {
	Data struct {
		N0_100ms   string `json:"0-100ms"`
		N100_200ms string `json:"100-200ms"`
		N200_300ms string `json:"200-300ms"`
		N300_400ms string `json:"300-400ms"`
		N400_500ms string `json:"400-500ms"`
		N500_600ms string `json:"500-600ms"`
		N600_700ms string `json:"600-700ms"`
		N700_800ms string `json:"700-800ms"`
		N800_900ms string `json:"800-900ms"`
		N900ms1s   string `json:"900ms-1s"`
		N1_1_5s    string `json:"1-1.5s"`
		N1_5_2s    string `json:"1.5-2s"`
		N2_3s      string `json:"2-3s"`
		N3_5s      string `json:"3-5s"`
		N5_10s     string `json:"5-10s"`
		N10s       string `json:"10s+"`
	} `json:"data"`
}

// GetResponseTimeDistributionQuery has the parameters of GetResponseTimeDistribution.
type GetResponseTimeDistributionQuery struct {
	From *string
	To   *string
}

func (q *GetResponseTimeDistributionQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "from", q.From)
	set(values, "to", q.To)
	return values
}

// GetResponseTimeDistribution: number of requests by response time.
func (c *Client) GetResponseTimeDistribution(ctx context.Context, uuid string, query *GetResponseTimeDistributionQuery) (*GetResponseTimeDistributionAnswer, error) {
	answer := new(GetResponseTimeDistributionAnswer)
	ids := []string{uuid}
	err := c.ask(ctx, "GET", "/api/v1/analytics/custom_domains/{uuid}/response_time_distribution", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetFilesAnswer is what GetFiles answers.
type GetFilesAnswer struct {
	Data []struct {
		Name       string  `json:"name"`
		Count      int64   `json:"count"`
		Percentage float64 `json:"percentage"`
	} `json:"data"`
}

// GetFilesQuery has the parameters of GetFiles.
type GetFilesQuery struct {
	From  *string
	To    *string
	Limit *int64
}

func (q *GetFilesQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "from", q.From)
	set(values, "to", q.To)
	set(values, "limit", q.Limit)
	return values
}

// GetFiles: paths by number of requests.
func (c *Client) GetFiles(ctx context.Context, uuid string, query *GetFilesQuery) (*GetFilesAnswer, error) {
	answer := new(GetFilesAnswer)
	ids := []string{uuid}
	err := c.ask(ctx, "GET", "/api/v1/analytics/custom_domains/{uuid}/files", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetResponseCodesAnswer is what GetResponseCodes answers.
type GetResponseCodesAnswer struct {
	Data []struct {
		Name       string  `json:"name"`
		HTTPCode   int64   `json:"http_code"`
		Count      int64   `json:"count"`
		Percentage float64 `json:"percentage"`
	} `json:"data"`
}

// GetResponseCodesQuery has the parameters of GetResponseCodes.
type GetResponseCodesQuery struct {
	From  *string
	To    *string
	Limit *int64
}

func (q *GetResponseCodesQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "from", q.From)
	set(values, "to", q.To)
	set(values, "limit", q.Limit)
	return values
}

// GetResponseCodes: response codes by number of requests.
func (c *Client) GetResponseCodes(ctx context.Context, uuid string, query *GetResponseCodesQuery) (*GetResponseCodesAnswer, error) {
	answer := new(GetResponseCodesAnswer)
	ids := []string{uuid}
	err := c.ask(ctx, "GET", "/api/v1/analytics/custom_domains/{uuid}/response_codes", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetBotRequestsAnswer is what GetBotRequests answers.
type GetBotRequestsAnswer struct {
	Data []struct {
		Name       string  `json:"name"`
		Count      int64   `json:"count"`
		Percentage float64 `json:"percentage"`
	} `json:"data"`
}

// GetBotRequestsQuery has the parameters of GetBotRequests.
type GetBotRequestsQuery struct {
	From  *string
	To    *string
	Limit *int64
}

func (q *GetBotRequestsQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "from", q.From)
	set(values, "to", q.To)
	set(values, "limit", q.Limit)
	return values
}

// GetBotRequests: known bots and crawlers by number of requests.
func (c *Client) GetBotRequests(ctx context.Context, uuid string, query *GetBotRequestsQuery) (*GetBotRequestsAnswer, error) {
	answer := new(GetBotRequestsAnswer)
	ids := []string{uuid}
	err := c.ask(ctx, "GET", "/api/v1/analytics/custom_domains/{uuid}/bot_requests", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetDatacenterRequestsAnswer is what GetDatacenterRequests answers.
type GetDatacenterRequestsAnswer struct {
	Data []struct {
		Name         string  `json:"name"`
		DatacenterID string  `json:"datacenter_id"`
		Count        int64   `json:"count"`
		Percentage   float64 `json:"percentage"`
	} `json:"data"`
}

// GetDatacenterRequestsQuery has the parameters of GetDatacenterRequests.
type GetDatacenterRequestsQuery struct {
	From  *string
	To    *string
	Limit *int64
}

func (q *GetDatacenterRequestsQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "from", q.From)
	set(values, "to", q.To)
	set(values, "limit", q.Limit)
	return values
}

// GetDatacenterRequests: hosting providers by number of requests from their networks.
func (c *Client) GetDatacenterRequests(ctx context.Context, uuid string, query *GetDatacenterRequestsQuery) (*GetDatacenterRequestsAnswer, error) {
	answer := new(GetDatacenterRequestsAnswer)
	ids := []string{uuid}
	err := c.ask(ctx, "GET", "/api/v1/analytics/custom_domains/{uuid}/datacenter_requests", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetAssistantsAnswer is what GetAssistants answers.
type GetAssistantsAnswer struct {
	Data []struct {
		Name           string   `json:"name"`
		Crawls         int64    `json:"crawls"`
		Visits         int64    `json:"visits"`
		CrawlsPerVisit *float64 `json:"crawls_per_visit"`
	} `json:"data"`
}

// GetAssistantsQuery has the parameters of GetAssistants.
type GetAssistantsQuery struct {
	From *string
	To   *string
}

func (q *GetAssistantsQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "from", q.From)
	set(values, "to", q.To)
	return values
}

// GetAssistants: how often AI assistants crawl the site for each visit that they send.
func (c *Client) GetAssistants(ctx context.Context, uuid string, query *GetAssistantsQuery) (*GetAssistantsAnswer, error) {
	answer := new(GetAssistantsAnswer)
	ids := []string{uuid}
	err := c.ask(ctx, "GET", "/api/v1/analytics/custom_domains/{uuid}/assistants", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetPageLoadsAnswer is what GetPageLoads answers.
type GetPageLoadsAnswer struct {
	Data []struct {
		Name       string  `json:"name"`
		Count      int64   `json:"count"`
		Percentage float64 `json:"percentage"`
	} `json:"data"`
}

// GetPageLoadsQuery has the parameters of GetPageLoads.
type GetPageLoadsQuery struct {
	From *string
	To   *string
}

func (q *GetPageLoadsQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "from", q.From)
	set(values, "to", q.To)
	return values
}

// GetPageLoads: page loads by what is known of who loaded them.
func (c *Client) GetPageLoads(ctx context.Context, uuid string, query *GetPageLoadsQuery) (*GetPageLoadsAnswer, error) {
	answer := new(GetPageLoadsAnswer)
	ids := []string{uuid}
	err := c.ask(ctx, "GET", "/api/v1/analytics/custom_domains/{uuid}/page_loads", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// QueryVisitors: query visitors.
func (c *Client) QueryVisitors(ctx context.Context, uuid string, body *VisitorQuery) (*QueryAnswer, error) {
	answer := new(QueryAnswer)
	ids := []string{uuid}
	err := c.ask(ctx, "POST", "/api/v1/analytics/custom_domains/{uuid}/query", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// QueryRequests: query requests.
func (c *Client) QueryRequests(ctx context.Context, uuid string, body *RequestQuery) (*QueryAnswer, error) {
	answer := new(QueryAnswer)
	ids := []string{uuid}
	err := c.ask(ctx, "POST", "/api/v1/analytics/custom_domains/{uuid}/requests/query", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// QueryClicks: query clicks of a redirect.
func (c *Client) QueryClicks(ctx context.Context, uuid string, body *ClickQuery) (*QueryAnswer, error) {
	answer := new(QueryAnswer)
	ids := []string{uuid}
	err := c.ask(ctx, "POST", "/api/v1/analytics/redirects/{uuid}/query", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// QueryHostRequests: query requests of a host.
func (c *Client) QueryHostRequests(ctx context.Context, accountUUID, host string, body *RequestQuery) (*QueryAnswer, error) {
	answer := new(QueryAnswer)
	ids := []string{accountUUID, host}
	err := c.ask(ctx, "POST", "/api/v1/accounts/{account_uuid}/hosts/{host}/requests/query", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// QuerySite: query visitors by host.
func (c *Client) QuerySite(ctx context.Context, body *SiteQuery) (*QueryAnswer, error) {
	answer := new(QueryAnswer)
	ids := []string{}
	err := c.ask(ctx, "POST", "/api/v2/query", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// QueryAccountVisitors: query visitors of all custom domains.
func (c *Client) QueryAccountVisitors(ctx context.Context, accountUUID string, body *AccountVisitorQuery) (*QueryAnswer, error) {
	answer := new(QueryAnswer)
	ids := []string{accountUUID}
	err := c.ask(ctx, "POST", "/api/v1/accounts/{account_uuid}/query", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// QueryAccountRequests: query requests of all hosts.
func (c *Client) QueryAccountRequests(ctx context.Context, accountUUID string, body *AccountRequestQuery) (*QueryAnswer, error) {
	answer := new(QueryAnswer)
	ids := []string{accountUUID}
	err := c.ask(ctx, "POST", "/api/v1/accounts/{account_uuid}/requests/query", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// QueryFunnel: query a funnel.
func (c *Client) QueryFunnel(ctx context.Context, uuid string, body *Funnel) (*FunnelAnswer, error) {
	answer := new(FunnelAnswer)
	ids := []string{uuid}
	err := c.ask(ctx, "POST", "/api/v1/analytics/custom_domains/{uuid}/funnel", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// ListSavedFunnelsQuery has the parameters of ListSavedFunnels.
type ListSavedFunnelsQuery struct {
	Page    *int64
	PerPage *int64
	Cursor  *string
	Sort    *string
}

func (q *ListSavedFunnelsQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "page", q.Page)
	set(values, "per_page", q.PerPage)
	set(values, "cursor", q.Cursor)
	set(values, "sort", q.Sort)
	return values
}

// ListSavedFunnels: list saved funnels.
func (c *Client) ListSavedFunnels(ctx context.Context, uuid string, query *ListSavedFunnelsQuery) (*Page[SavedFunnel], error) {
	answer := new(Page[SavedFunnel])
	ids := []string{uuid}
	err := c.ask(ctx, "GET", "/api/v1/analytics/custom_domains/{uuid}/funnels", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// CreateSavedFunnel: create a saved funnel.
func (c *Client) CreateSavedFunnel(ctx context.Context, uuid string, body *SavedFunnelCreate) (*SavedFunnel, error) {
	answer := new(SavedFunnel)
	ids := []string{uuid}
	err := c.ask(ctx, "POST", "/api/v1/analytics/custom_domains/{uuid}/funnels", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetSavedFunnel: retrieve a saved funnel.
func (c *Client) GetSavedFunnel(ctx context.Context, uuid, funnelUUID string) (*SavedFunnel, error) {
	answer := new(SavedFunnel)
	ids := []string{uuid, funnelUUID}
	err := c.ask(ctx, "GET", "/api/v1/analytics/custom_domains/{uuid}/funnels/{funnel_uuid}", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// QuerySavedFunnel: query a saved funnel.
func (c *Client) QuerySavedFunnel(ctx context.Context, uuid, funnelUUID string, body *FunnelQuestion) (*FunnelQuestionAnswer, error) {
	answer := new(FunnelQuestionAnswer)
	ids := []string{uuid, funnelUUID}
	err := c.ask(ctx, "POST", "/api/v1/analytics/custom_domains/{uuid}/funnels/{funnel_uuid}", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// UpdateSavedFunnel: update a saved funnel.
func (c *Client) UpdateSavedFunnel(ctx context.Context, uuid, funnelUUID string, body *SavedFunnelUpdate) (*SavedFunnel, error) {
	answer := new(SavedFunnel)
	ids := []string{uuid, funnelUUID}
	err := c.ask(ctx, "PUT", "/api/v1/analytics/custom_domains/{uuid}/funnels/{funnel_uuid}", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// DeleteSavedFunnel: delete a saved funnel.
func (c *Client) DeleteSavedFunnel(ctx context.Context, uuid, funnelUUID string) (*Message, error) {
	answer := new(Message)
	ids := []string{uuid, funnelUUID}
	err := c.ask(ctx, "DELETE", "/api/v1/analytics/custom_domains/{uuid}/funnels/{funnel_uuid}", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// QueryJourneys: query journeys.
func (c *Client) QueryJourneys(ctx context.Context, uuid string, body *Journey) (*JourneyAnswer, error) {
	answer := new(JourneyAnswer)
	ids := []string{uuid}
	err := c.ask(ctx, "POST", "/api/v1/analytics/custom_domains/{uuid}/journeys", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// QueryRetention: query retention.
func (c *Client) QueryRetention(ctx context.Context, uuid string, body *Retention) (*RetentionAnswer, error) {
	answer := new(RetentionAnswer)
	ids := []string{uuid}
	err := c.ask(ctx, "POST", "/api/v1/analytics/custom_domains/{uuid}/retention", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// ListSearchTermImportsQuery has the parameters of ListSearchTermImports.
type ListSearchTermImportsQuery struct {
	Page    *int64
	PerPage *int64
	Cursor  *string
	Sort    *string
}

func (q *ListSearchTermImportsQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "page", q.Page)
	set(values, "per_page", q.PerPage)
	set(values, "cursor", q.Cursor)
	set(values, "sort", q.Sort)
	return values
}

// ListSearchTermImports: list search term imports.
func (c *Client) ListSearchTermImports(ctx context.Context, uuid string, query *ListSearchTermImportsQuery) (*Page[SearchTermImport], error) {
	answer := new(Page[SearchTermImport])
	ids := []string{uuid}
	err := c.ask(ctx, "GET", "/api/v1/analytics/custom_domains/{uuid}/search_term_imports", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// ImportSearchTerms: import search terms.
func (c *Client) ImportSearchTerms(ctx context.Context, uuid string, body *SearchTermImportCreate) (*SearchTermImport, error) {
	answer := new(SearchTermImport)
	ids := []string{uuid}
	err := c.ask(ctx, "POST", "/api/v1/analytics/custom_domains/{uuid}/search_term_imports", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetSearchTermImport: retrieve a search term import.
func (c *Client) GetSearchTermImport(ctx context.Context, uuid, importUUID string) (*SearchTermImport, error) {
	answer := new(SearchTermImport)
	ids := []string{uuid, importUUID}
	err := c.ask(ctx, "GET", "/api/v1/analytics/custom_domains/{uuid}/search_term_imports/{import_uuid}", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// DeleteSearchTermImport: delete a search term import.
func (c *Client) DeleteSearchTermImport(ctx context.Context, uuid, importUUID string) (*Message, error) {
	answer := new(Message)
	ids := []string{uuid, importUUID}
	err := c.ask(ctx, "DELETE", "/api/v1/analytics/custom_domains/{uuid}/search_term_imports/{import_uuid}", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetSearchTermsAnswer is what GetSearchTerms answers.
type GetSearchTermsAnswer struct {
	Data []struct {
		Name        string   `json:"name"`
		Clicks      int64    `json:"clicks"`
		Impressions int64    `json:"impressions"`
		Position    *float64 `json:"position"`
	} `json:"data"`
}

// GetSearchTermsQuery has the parameters of GetSearchTerms.
type GetSearchTermsQuery struct {
	From  *string
	To    *string
	Limit *int64
}

func (q *GetSearchTermsQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "from", q.From)
	set(values, "to", q.To)
	set(values, "limit", q.Limit)
	return values
}

// GetSearchTerms: search terms on Google.
func (c *Client) GetSearchTerms(ctx context.Context, uuid string, query *GetSearchTermsQuery) (*GetSearchTermsAnswer, error) {
	answer := new(GetSearchTermsAnswer)
	ids := []string{uuid}
	err := c.ask(ctx, "GET", "/api/v1/analytics/custom_domains/{uuid}/search_terms", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// ListHostRequestsQuery has the parameters of ListHostRequests.
type ListHostRequestsQuery struct {
	Filters *string
	Since   *string
	Cursor  *string
	PerPage *int64
}

func (q *ListHostRequestsQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "filters", q.Filters)
	set(values, "since", q.Since)
	set(values, "cursor", q.Cursor)
	set(values, "per_page", q.PerPage)
	return values
}

// ListHostRequests: list the newest requests of a host.
func (c *Client) ListHostRequests(ctx context.Context, accountUUID, host string, query *ListHostRequestsQuery) (*Page[ListedRequest], error) {
	answer := new(Page[ListedRequest])
	ids := []string{accountUUID, host}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/hosts/{host}/requests", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetRequest: find a request by its id.
func (c *Client) GetRequest(ctx context.Context, accountUUID, requestID string) (*ListedRequest, error) {
	answer := new(ListedRequest)
	ids := []string{accountUUID, requestID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/requests/{request_id}", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetDomainExpectationAnswer is what GetDomainExpectation answers.
type GetDomainExpectationAnswer struct {
	Data []TrafficHour `json:"data"`
}

// GetDomainExpectationQuery has the parameters of GetDomainExpectation.
type GetDomainExpectationQuery struct {
	From *string
	To   *string
}

func (q *GetDomainExpectationQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "from", q.From)
	set(values, "to", q.To)
	return values
}

// GetDomainExpectation: compare a custom domain’s traffic with what was expected.
func (c *Client) GetDomainExpectation(ctx context.Context, uuid string, query *GetDomainExpectationQuery) (*GetDomainExpectationAnswer, error) {
	answer := new(GetDomainExpectationAnswer)
	ids := []string{uuid}
	err := c.ask(ctx, "GET", "/api/v1/analytics/custom_domains/{uuid}/expectation", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetAccountExpectationAnswer is what GetAccountExpectation answers.
type GetAccountExpectationAnswer struct {
	Data []TrafficHour `json:"data"`
}

// GetAccountExpectationQuery has the parameters of GetAccountExpectation.
type GetAccountExpectationQuery struct {
	From *string
	To   *string
}

func (q *GetAccountExpectationQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "from", q.From)
	set(values, "to", q.To)
	return values
}

// GetAccountExpectation: compare an account’s traffic with what was expected.
func (c *Client) GetAccountExpectation(ctx context.Context, accountUUID string, query *GetAccountExpectationQuery) (*GetAccountExpectationAnswer, error) {
	answer := new(GetAccountExpectationAnswer)
	ids := []string{accountUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/expectation", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// ListExportsQuery has the parameters of ListExports.
type ListExportsQuery struct {
	Page    *int64
	PerPage *int64
	Cursor  *string
}

func (q *ListExportsQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "page", q.Page)
	set(values, "per_page", q.PerPage)
	set(values, "cursor", q.Cursor)
	return values
}

// ListExports: list exports.
func (c *Client) ListExports(ctx context.Context, accountUUID string, query *ListExportsQuery) (*Page[Export], error) {
	answer := new(Page[Export])
	ids := []string{accountUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/exports", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// CreateExport: create an export.
func (c *Client) CreateExport(ctx context.Context, accountUUID string, body *ExportCreate) (*Export, error) {
	answer := new(Export)
	ids := []string{accountUUID}
	err := c.ask(ctx, "POST", "/api/v1/accounts/{account_uuid}/exports", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetExport: retrieve an export.
func (c *Client) GetExport(ctx context.Context, accountUUID, exportUUID string) (*Export, error) {
	answer := new(Export)
	ids := []string{accountUUID, exportUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/exports/{export_uuid}", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// DeleteExport: delete an export.
func (c *Client) DeleteExport(ctx context.Context, accountUUID, exportUUID string) (*Message, error) {
	answer := new(Message)
	ids := []string{accountUUID, exportUUID}
	err := c.ask(ctx, "DELETE", "/api/v1/accounts/{account_uuid}/exports/{export_uuid}", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// ListExportDestinationsQuery has the parameters of ListExportDestinations.
type ListExportDestinationsQuery struct {
	Page    *int64
	PerPage *int64
	Cursor  *string
}

func (q *ListExportDestinationsQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "page", q.Page)
	set(values, "per_page", q.PerPage)
	set(values, "cursor", q.Cursor)
	return values
}

// ListExportDestinations: list export destinations.
func (c *Client) ListExportDestinations(ctx context.Context, accountUUID string, query *ListExportDestinationsQuery) (*Page[ExportDestination], error) {
	answer := new(Page[ExportDestination])
	ids := []string{accountUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/export_destinations", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// CreateExportDestination: create an export destination.
func (c *Client) CreateExportDestination(ctx context.Context, accountUUID string, body *ExportDestinationCreate) (*ExportDestination, error) {
	answer := new(ExportDestination)
	ids := []string{accountUUID}
	err := c.ask(ctx, "POST", "/api/v1/accounts/{account_uuid}/export_destinations", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetExportDestination: retrieve an export destination.
func (c *Client) GetExportDestination(ctx context.Context, accountUUID, exportDestinationUUID string) (*ExportDestination, error) {
	answer := new(ExportDestination)
	ids := []string{accountUUID, exportDestinationUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/export_destinations/{export_destination_uuid}", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// UpdateExportDestination: update an export destination.
func (c *Client) UpdateExportDestination(ctx context.Context, accountUUID, exportDestinationUUID string, body *ExportDestinationUpdate) (*ExportDestination, error) {
	answer := new(ExportDestination)
	ids := []string{accountUUID, exportDestinationUUID}
	err := c.ask(ctx, "PUT", "/api/v1/accounts/{account_uuid}/export_destinations/{export_destination_uuid}", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// DeleteExportDestination: delete an export destination.
func (c *Client) DeleteExportDestination(ctx context.Context, accountUUID, exportDestinationUUID string) (*Message, error) {
	answer := new(Message)
	ids := []string{accountUUID, exportDestinationUUID}
	err := c.ask(ctx, "DELETE", "/api/v1/accounts/{account_uuid}/export_destinations/{export_destination_uuid}", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// ListExportSchedulesQuery has the parameters of ListExportSchedules.
type ListExportSchedulesQuery struct {
	Page    *int64
	PerPage *int64
	Cursor  *string
}

func (q *ListExportSchedulesQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "page", q.Page)
	set(values, "per_page", q.PerPage)
	set(values, "cursor", q.Cursor)
	return values
}

// ListExportSchedules: list export schedules.
func (c *Client) ListExportSchedules(ctx context.Context, accountUUID string, query *ListExportSchedulesQuery) (*Page[ExportSchedule], error) {
	answer := new(Page[ExportSchedule])
	ids := []string{accountUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/export_schedules", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// CreateExportSchedule: create an export schedule.
func (c *Client) CreateExportSchedule(ctx context.Context, accountUUID string, body *ExportScheduleCreate) (*ExportSchedule, error) {
	answer := new(ExportSchedule)
	ids := []string{accountUUID}
	err := c.ask(ctx, "POST", "/api/v1/accounts/{account_uuid}/export_schedules", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetExportSchedule: retrieve an export schedule.
func (c *Client) GetExportSchedule(ctx context.Context, accountUUID, exportScheduleUUID string) (*ExportSchedule, error) {
	answer := new(ExportSchedule)
	ids := []string{accountUUID, exportScheduleUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/export_schedules/{export_schedule_uuid}", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// DeleteExportSchedule: delete an export schedule.
func (c *Client) DeleteExportSchedule(ctx context.Context, accountUUID, exportScheduleUUID string) (*Message, error) {
	answer := new(Message)
	ids := []string{accountUUID, exportScheduleUUID}
	err := c.ask(ctx, "DELETE", "/api/v1/accounts/{account_uuid}/export_schedules/{export_schedule_uuid}", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// ListUsageQuery has the parameters of ListUsage.
type ListUsageQuery struct {
	Month            *string
	Page             *int64
	PerPage          *int64
	Cursor           *string
	Sort             *string
	ExternalID       *string
	Host             *string
	CustomDomainUUID *string
}

func (q *ListUsageQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "month", q.Month)
	set(values, "page", q.Page)
	set(values, "per_page", q.PerPage)
	set(values, "cursor", q.Cursor)
	set(values, "sort", q.Sort)
	set(values, "external_id", q.ExternalID)
	set(values, "host", q.Host)
	set(values, "custom_domain_uuid", q.CustomDomainUUID)
	return values
}

// ListUsage: list what custom domains used in a month.
func (c *Client) ListUsage(ctx context.Context, accountUUID string, query *ListUsageQuery) (*Page[Usage], error) {
	answer := new(Page[Usage])
	ids := []string{accountUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/usage", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// ListUsageByExternalIDQuery has the parameters of ListUsageByExternalID.
type ListUsageByExternalIDQuery struct {
	Month      *string
	Page       *int64
	PerPage    *int64
	Cursor     *string
	ExternalID *string
}

func (q *ListUsageByExternalIDQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "month", q.Month)
	set(values, "page", q.Page)
	set(values, "per_page", q.PerPage)
	set(values, "cursor", q.Cursor)
	set(values, "external_id", q.ExternalID)
	return values
}

// ListUsageByExternalID: list what each external id used in a month.
func (c *Client) ListUsageByExternalID(ctx context.Context, accountUUID string, query *ListUsageByExternalIDQuery) (*Page[ExternalIDUsage], error) {
	answer := new(Page[ExternalIDUsage])
	ids := []string{accountUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/usage/external_ids", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// ListLimitsQuery has the parameters of ListLimits.
type ListLimitsQuery struct {
	Page    *int64
	PerPage *int64
	Cursor  *string
}

func (q *ListLimitsQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "page", q.Page)
	set(values, "per_page", q.PerPage)
	set(values, "cursor", q.Cursor)
	return values
}

// ListLimits: list what an account may have and use.
func (c *Client) ListLimits(ctx context.Context, accountUUID string, query *ListLimitsQuery) (*Page[Limit], error) {
	answer := new(Page[Limit])
	ids := []string{accountUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/limits", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// ListGoalsQuery has the parameters of ListGoals.
type ListGoalsQuery struct {
	Page    *int64
	PerPage *int64
	Cursor  *string
	Sort    *string
}

func (q *ListGoalsQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "page", q.Page)
	set(values, "per_page", q.PerPage)
	set(values, "cursor", q.Cursor)
	set(values, "sort", q.Sort)
	return values
}

// ListGoals: list goals.
func (c *Client) ListGoals(ctx context.Context, uuid string, query *ListGoalsQuery) (*Page[Goal], error) {
	answer := new(Page[Goal])
	ids := []string{uuid}
	err := c.ask(ctx, "GET", "/api/v1/analytics/custom_domains/{uuid}/goals", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// CreateGoal: create a goal.
func (c *Client) CreateGoal(ctx context.Context, uuid string, body *GoalCreate) (*Goal, error) {
	answer := new(Goal)
	ids := []string{uuid}
	err := c.ask(ctx, "POST", "/api/v1/analytics/custom_domains/{uuid}/goals", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetGoal: retrieve a goal.
func (c *Client) GetGoal(ctx context.Context, uuid, goalUUID string) (*Goal, error) {
	answer := new(Goal)
	ids := []string{uuid, goalUUID}
	err := c.ask(ctx, "GET", "/api/v1/analytics/custom_domains/{uuid}/goals/{goal_uuid}", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// DeleteGoal: delete a goal.
func (c *Client) DeleteGoal(ctx context.Context, uuid, goalUUID string) (*Message, error) {
	answer := new(Message)
	ids := []string{uuid, goalUUID}
	err := c.ask(ctx, "DELETE", "/api/v1/analytics/custom_domains/{uuid}/goals/{goal_uuid}", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// ListSegmentsQuery has the parameters of ListSegments.
type ListSegmentsQuery struct {
	Page    *int64
	PerPage *int64
	Cursor  *string
	Sort    *string
}

func (q *ListSegmentsQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "page", q.Page)
	set(values, "per_page", q.PerPage)
	set(values, "cursor", q.Cursor)
	set(values, "sort", q.Sort)
	return values
}

// ListSegments: list segments.
func (c *Client) ListSegments(ctx context.Context, query *ListSegmentsQuery) (*Page[Segment], error) {
	answer := new(Page[Segment])
	ids := []string{}
	err := c.ask(ctx, "GET", "/api/v1/analytics/segments", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// CreateSegment: create a segment.
func (c *Client) CreateSegment(ctx context.Context, body *SegmentCreate) (*Segment, error) {
	answer := new(Segment)
	ids := []string{}
	err := c.ask(ctx, "POST", "/api/v1/analytics/segments", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetSegment: retrieve a segment.
func (c *Client) GetSegment(ctx context.Context, segmentUUID string) (*Segment, error) {
	answer := new(Segment)
	ids := []string{segmentUUID}
	err := c.ask(ctx, "GET", "/api/v1/analytics/segments/{segment_uuid}", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// UpdateSegment: update a segment.
func (c *Client) UpdateSegment(ctx context.Context, segmentUUID string, body *SegmentUpdate) (*Segment, error) {
	answer := new(Segment)
	ids := []string{segmentUUID}
	err := c.ask(ctx, "PUT", "/api/v1/analytics/segments/{segment_uuid}", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// DeleteSegment: delete a segment.
func (c *Client) DeleteSegment(ctx context.Context, segmentUUID string) (*Message, error) {
	answer := new(Message)
	ids := []string{segmentUUID}
	err := c.ask(ctx, "DELETE", "/api/v1/analytics/segments/{segment_uuid}", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// ListSavedViewsQuery has the parameters of ListSavedViews.
type ListSavedViewsQuery struct {
	Page    *int64
	PerPage *int64
	Cursor  *string
	Sort    *string
}

func (q *ListSavedViewsQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "page", q.Page)
	set(values, "per_page", q.PerPage)
	set(values, "cursor", q.Cursor)
	set(values, "sort", q.Sort)
	return values
}

// ListSavedViews: list saved views.
func (c *Client) ListSavedViews(ctx context.Context, query *ListSavedViewsQuery) (*Page[SavedView], error) {
	answer := new(Page[SavedView])
	ids := []string{}
	err := c.ask(ctx, "GET", "/api/v1/analytics/views", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// CreateSavedView: create a saved view.
func (c *Client) CreateSavedView(ctx context.Context, body *SavedViewCreate) (*SavedView, error) {
	answer := new(SavedView)
	ids := []string{}
	err := c.ask(ctx, "POST", "/api/v1/analytics/views", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetSavedView: retrieve a saved view.
func (c *Client) GetSavedView(ctx context.Context, viewUUID string) (*SavedView, error) {
	answer := new(SavedView)
	ids := []string{viewUUID}
	err := c.ask(ctx, "GET", "/api/v1/analytics/views/{view_uuid}", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// UpdateSavedView: update a saved view.
func (c *Client) UpdateSavedView(ctx context.Context, viewUUID string, body *SavedViewUpdate) (*SavedView, error) {
	answer := new(SavedView)
	ids := []string{viewUUID}
	err := c.ask(ctx, "PUT", "/api/v1/analytics/views/{view_uuid}", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// DeleteSavedView: delete a saved view.
func (c *Client) DeleteSavedView(ctx context.Context, viewUUID string) (*Message, error) {
	answer := new(Message)
	ids := []string{viewUUID}
	err := c.ask(ctx, "DELETE", "/api/v1/analytics/views/{view_uuid}", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// ListAnnotationsQuery has the parameters of ListAnnotations.
type ListAnnotationsQuery struct {
	Page    *int64
	PerPage *int64
	Cursor  *string
	Sort    *string
}

func (q *ListAnnotationsQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "page", q.Page)
	set(values, "per_page", q.PerPage)
	set(values, "cursor", q.Cursor)
	set(values, "sort", q.Sort)
	return values
}

// ListAnnotations: list annotations.
func (c *Client) ListAnnotations(ctx context.Context, accountUUID, uuid string, query *ListAnnotationsQuery) (*Page[Annotation], error) {
	answer := new(Page[Annotation])
	ids := []string{accountUUID, uuid}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/custom_domains/{uuid}/annotations", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// CreateAnnotation: create an annotation.
func (c *Client) CreateAnnotation(ctx context.Context, accountUUID, uuid string, body *AnnotationCreate) (*Annotation, error) {
	answer := new(Annotation)
	ids := []string{accountUUID, uuid}
	err := c.ask(ctx, "POST", "/api/v1/accounts/{account_uuid}/custom_domains/{uuid}/annotations", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetAnnotation: retrieve an annotation.
func (c *Client) GetAnnotation(ctx context.Context, accountUUID, uuid, annotationUUID string) (*Annotation, error) {
	answer := new(Annotation)
	ids := []string{accountUUID, uuid, annotationUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/custom_domains/{uuid}/annotations/{annotation_uuid}", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// DeleteAnnotation: delete an annotation.
func (c *Client) DeleteAnnotation(ctx context.Context, accountUUID, uuid, annotationUUID string) (*Message, error) {
	answer := new(Message)
	ids := []string{accountUUID, uuid, annotationUUID}
	err := c.ask(ctx, "DELETE", "/api/v1/accounts/{account_uuid}/custom_domains/{uuid}/annotations/{annotation_uuid}", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// ListSubscriptionsQuery has the parameters of ListSubscriptions.
type ListSubscriptionsQuery struct {
	Page    *int64
	PerPage *int64
	Cursor  *string
}

func (q *ListSubscriptionsQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "page", q.Page)
	set(values, "per_page", q.PerPage)
	set(values, "cursor", q.Cursor)
	return values
}

// ListSubscriptions: list subscriptions.
func (c *Client) ListSubscriptions(ctx context.Context, accountUUID string, query *ListSubscriptionsQuery) (*Page[Subscription], error) {
	answer := new(Page[Subscription])
	ids := []string{accountUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/subscriptions", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// CreateSubscription: create a subscription.
func (c *Client) CreateSubscription(ctx context.Context, accountUUID string, body *SubscriptionCreate) (*Subscription, error) {
	answer := new(Subscription)
	ids := []string{accountUUID}
	err := c.ask(ctx, "POST", "/api/v1/accounts/{account_uuid}/subscriptions", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetSubscription: retrieve a subscription.
func (c *Client) GetSubscription(ctx context.Context, accountUUID, subscriptionUUID string) (*Subscription, error) {
	answer := new(Subscription)
	ids := []string{accountUUID, subscriptionUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/subscriptions/{subscription_uuid}", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// UpdateSubscription: update a subscription.
func (c *Client) UpdateSubscription(ctx context.Context, accountUUID, subscriptionUUID string, body *SubscriptionUpdate) (*Subscription, error) {
	answer := new(Subscription)
	ids := []string{accountUUID, subscriptionUUID}
	err := c.ask(ctx, "PUT", "/api/v1/accounts/{account_uuid}/subscriptions/{subscription_uuid}", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// DeleteSubscription: delete a subscription.
func (c *Client) DeleteSubscription(ctx context.Context, accountUUID, subscriptionUUID string) (*Message, error) {
	answer := new(Message)
	ids := []string{accountUUID, subscriptionUUID}
	err := c.ask(ctx, "DELETE", "/api/v1/accounts/{account_uuid}/subscriptions/{subscription_uuid}", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// ListAccountsAnswer is what ListAccounts answers.
type ListAccountsAnswer []Account

// ListAccounts: list accounts.
func (c *Client) ListAccounts(ctx context.Context) (*ListAccountsAnswer, error) {
	answer := new(ListAccountsAnswer)
	ids := []string{}
	err := c.ask(ctx, "GET", "/api/v1/accounts", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetMeAnswer is what GetMe answers.
type GetMeAnswer any

// GetMe: retrieve the current token or user, and the account.
func (c *Client) GetMe(ctx context.Context) (*GetMeAnswer, error) {
	answer := new(GetMeAnswer)
	ids := []string{}
	err := c.ask(ctx, "GET", "/api/v1/me", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// UpdateMe: change your name.
func (c *Client) UpdateMe(ctx context.Context, body *ProfileUpdate) (*User, error) {
	answer := new(User)
	ids := []string{}
	err := c.ask(ctx, "PUT", "/api/v1/me", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// ListAccessTokensQuery has the parameters of ListAccessTokens.
type ListAccessTokensQuery struct {
	Page    *int64
	PerPage *int64
	Cursor  *string
	Sort    *string
}

func (q *ListAccessTokensQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "page", q.Page)
	set(values, "per_page", q.PerPage)
	set(values, "cursor", q.Cursor)
	set(values, "sort", q.Sort)
	return values
}

// ListAccessTokens: list access tokens.
func (c *Client) ListAccessTokens(ctx context.Context, accountUUID string, query *ListAccessTokensQuery) (*Page[AccessToken], error) {
	answer := new(Page[AccessToken])
	ids := []string{accountUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/access_tokens", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// CreateAccessToken: create an access token.
func (c *Client) CreateAccessToken(ctx context.Context, accountUUID string, body *AccessTokenCreate) (*CreatedAccessToken, error) {
	answer := new(CreatedAccessToken)
	ids := []string{accountUUID}
	err := c.ask(ctx, "POST", "/api/v1/accounts/{account_uuid}/access_tokens", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetAccessToken: retrieve an access token.
func (c *Client) GetAccessToken(ctx context.Context, accountUUID, accessTokenUUID string) (*AccessToken, error) {
	answer := new(AccessToken)
	ids := []string{accountUUID, accessTokenUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/access_tokens/{access_token_uuid}", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// RevokeAccessToken: revoke an access token.
func (c *Client) RevokeAccessToken(ctx context.Context, accountUUID, accessTokenUUID string) (*Message, error) {
	answer := new(Message)
	ids := []string{accountUUID, accessTokenUUID}
	err := c.ask(ctx, "DELETE", "/api/v1/accounts/{account_uuid}/access_tokens/{access_token_uuid}", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// ListSigningKeysQuery has the parameters of ListSigningKeys.
type ListSigningKeysQuery struct {
	Page    *int64
	PerPage *int64
	Cursor  *string
	Sort    *string
}

func (q *ListSigningKeysQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "page", q.Page)
	set(values, "per_page", q.PerPage)
	set(values, "cursor", q.Cursor)
	set(values, "sort", q.Sort)
	return values
}

// ListSigningKeys: list signing keys.
func (c *Client) ListSigningKeys(ctx context.Context, accountUUID string, query *ListSigningKeysQuery) (*Page[SigningKey], error) {
	answer := new(Page[SigningKey])
	ids := []string{accountUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/signing_keys", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// CreateSigningKey: create a signing key.
func (c *Client) CreateSigningKey(ctx context.Context, accountUUID string, body *SigningKeyCreate) (*CreatedSigningKey, error) {
	answer := new(CreatedSigningKey)
	ids := []string{accountUUID}
	err := c.ask(ctx, "POST", "/api/v1/accounts/{account_uuid}/signing_keys", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetSigningKey: retrieve a signing key.
func (c *Client) GetSigningKey(ctx context.Context, accountUUID, signingKeyUUID string) (*SigningKey, error) {
	answer := new(SigningKey)
	ids := []string{accountUUID, signingKeyUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/signing_keys/{signing_key_uuid}", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// DeleteSigningKey: delete a signing key.
func (c *Client) DeleteSigningKey(ctx context.Context, accountUUID, signingKeyUUID string) (*Message, error) {
	answer := new(Message)
	ids := []string{accountUUID, signingKeyUUID}
	err := c.ask(ctx, "DELETE", "/api/v1/accounts/{account_uuid}/signing_keys/{signing_key_uuid}", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetSettings: retrieve the settings.
func (c *Client) GetSettings(ctx context.Context, accountUUID string) (*Settings, error) {
	answer := new(Settings)
	ids := []string{accountUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/settings", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// UpdateSettings: update the settings.
func (c *Client) UpdateSettings(ctx context.Context, accountUUID string, body *SettingsUpdate) (*Settings, error) {
	answer := new(Settings)
	ids := []string{accountUUID}
	err := c.ask(ctx, "PUT", "/api/v1/accounts/{account_uuid}/settings", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// ListAuditEventsQuery has the parameters of ListAuditEvents.
type ListAuditEventsQuery struct {
	Page         *int64
	PerPage      *int64
	Cursor       *string
	Resource     *string
	ResourceUUID *string
	Action       *string
	ActorUUID    *string
	From         *string
	To           *string
}

func (q *ListAuditEventsQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "page", q.Page)
	set(values, "per_page", q.PerPage)
	set(values, "cursor", q.Cursor)
	set(values, "resource", q.Resource)
	set(values, "resource_uuid", q.ResourceUUID)
	set(values, "action", q.Action)
	set(values, "actor_uuid", q.ActorUUID)
	set(values, "from", q.From)
	set(values, "to", q.To)
	return values
}

// ListAuditEvents: list changes.
func (c *Client) ListAuditEvents(ctx context.Context, accountUUID string, query *ListAuditEventsQuery) (*Page[AuditEvent], error) {
	answer := new(Page[AuditEvent])
	ids := []string{accountUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/audit_events", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// ListRedirectVersionsQuery has the parameters of ListRedirectVersions.
type ListRedirectVersionsQuery struct {
	Page    *int64
	PerPage *int64
	Cursor  *string
}

func (q *ListRedirectVersionsQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "page", q.Page)
	set(values, "per_page", q.PerPage)
	set(values, "cursor", q.Cursor)
	return values
}

// ListRedirectVersions: list versions of redirects.
func (c *Client) ListRedirectVersions(ctx context.Context, accountUUID, redirectUUID string, query *ListRedirectVersionsQuery) (*Page[Version], error) {
	answer := new(Page[Version])
	ids := []string{accountUUID, redirectUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/redirects/{redirect_uuid}/versions", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// RestoreRedirectVersion: restore a version of redirects.
func (c *Client) RestoreRedirectVersion(ctx context.Context, accountUUID, redirectUUID, n string) (*Redirect, error) {
	answer := new(Redirect)
	ids := []string{accountUUID, redirectUUID, n}
	err := c.ask(ctx, "POST", "/api/v1/accounts/{account_uuid}/redirects/{redirect_uuid}/versions/{n}/restore", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// ListCustomDomainVersionsQuery has the parameters of ListCustomDomainVersions.
type ListCustomDomainVersionsQuery struct {
	Page    *int64
	PerPage *int64
	Cursor  *string
}

func (q *ListCustomDomainVersionsQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "page", q.Page)
	set(values, "per_page", q.PerPage)
	set(values, "cursor", q.Cursor)
	return values
}

// ListCustomDomainVersions: list versions of custom domains.
func (c *Client) ListCustomDomainVersions(ctx context.Context, accountUUID, customDomainUUID string, query *ListCustomDomainVersionsQuery) (*Page[Version], error) {
	answer := new(Page[Version])
	ids := []string{accountUUID, customDomainUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/custom_domains/{custom_domain_uuid}/versions", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// RestoreCustomDomainVersion: restore a version of custom domains.
func (c *Client) RestoreCustomDomainVersion(ctx context.Context, accountUUID, customDomainUUID, n string) (*CustomDomain, error) {
	answer := new(CustomDomain)
	ids := []string{accountUUID, customDomainUUID, n}
	err := c.ask(ctx, "POST", "/api/v1/accounts/{account_uuid}/custom_domains/{custom_domain_uuid}/versions/{n}/restore", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// ListUpstreamVersionsQuery has the parameters of ListUpstreamVersions.
type ListUpstreamVersionsQuery struct {
	Page    *int64
	PerPage *int64
	Cursor  *string
}

func (q *ListUpstreamVersionsQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "page", q.Page)
	set(values, "per_page", q.PerPage)
	set(values, "cursor", q.Cursor)
	return values
}

// ListUpstreamVersions: list versions of upstreams.
func (c *Client) ListUpstreamVersions(ctx context.Context, accountUUID, upstreamUUID string, query *ListUpstreamVersionsQuery) (*Page[Version], error) {
	answer := new(Page[Version])
	ids := []string{accountUUID, upstreamUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/versions", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// RestoreUpstreamVersion: restore a version of upstreams.
func (c *Client) RestoreUpstreamVersion(ctx context.Context, accountUUID, upstreamUUID, n string) (*Upstream, error) {
	answer := new(Upstream)
	ids := []string{accountUUID, upstreamUUID, n}
	err := c.ask(ctx, "POST", "/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/versions/{n}/restore", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// ListHostRulesVersionsQuery has the parameters of ListHostRulesVersions.
type ListHostRulesVersionsQuery struct {
	Page    *int64
	PerPage *int64
	Cursor  *string
}

func (q *ListHostRulesVersionsQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "page", q.Page)
	set(values, "per_page", q.PerPage)
	set(values, "cursor", q.Cursor)
	return values
}

// ListHostRulesVersions: list versions of a host’s rules.
func (c *Client) ListHostRulesVersions(ctx context.Context, accountUUID, host string, query *ListHostRulesVersionsQuery) (*Page[Version], error) {
	answer := new(Page[Version])
	ids := []string{accountUUID, host}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/hosts/{host}/rules/versions", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// RestoreHostRulesVersionAnswer is what RestoreHostRulesVersion answers.
type RestoreHostRulesVersionAnswer struct {
	Rules    []Rule `json:"rules"`
	Warnings []struct {
		Rule    int64  `json:"rule"`
		Warning string `json:"warning"`
	} `json:"warnings"`
}

// RestoreHostRulesVersion: restore a version of a host’s rules.
func (c *Client) RestoreHostRulesVersion(ctx context.Context, accountUUID, host, n string) (*RestoreHostRulesVersionAnswer, error) {
	answer := new(RestoreHostRulesVersionAnswer)
	ids := []string{accountUUID, host, n}
	err := c.ask(ctx, "POST", "/api/v1/accounts/{account_uuid}/hosts/{host}/rules/versions/{n}/restore", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// UndoChange: undo a change.
func (c *Client) UndoChange(ctx context.Context, accountUUID, eventUUID string) (*AuditEvent, error) {
	answer := new(AuditEvent)
	ids := []string{accountUUID, eventUUID}
	err := c.ask(ctx, "POST", "/api/v1/accounts/{account_uuid}/audit_events/{event_uuid}/undo", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetConfigurationAnswer is what GetConfiguration answers.
type GetConfigurationAnswer map[string]any

// GetConfiguration: export configuration.
func (c *Client) GetConfiguration(ctx context.Context, accountUUID string) (*GetConfigurationAnswer, error) {
	answer := new(GetConfigurationAnswer)
	ids := []string{accountUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/configuration", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// ListPlansQuery has the parameters of ListPlans.
type ListPlansQuery struct {
	Page    *int64
	PerPage *int64
	Cursor  *string
}

func (q *ListPlansQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "page", q.Page)
	set(values, "per_page", q.PerPage)
	set(values, "cursor", q.Cursor)
	return values
}

// ListPlans: list plans.
func (c *Client) ListPlans(ctx context.Context, accountUUID string, query *ListPlansQuery) (*Page[PlanSummary], error) {
	answer := new(Page[PlanSummary])
	ids := []string{accountUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/plans", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// CreatePlanQuery has the parameters of CreatePlan.
type CreatePlanQuery struct {
	Prune *bool
}

func (q *CreatePlanQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "prune", q.Prune)
	return values
}

// CreatePlan: plan configuration.
func (c *Client) CreatePlan(ctx context.Context, accountUUID string, query *CreatePlanQuery, body any) (*Plan, error) {
	answer := new(Plan)
	ids := []string{accountUUID}
	err := c.ask(ctx, "POST", "/api/v1/accounts/{account_uuid}/plans", ids, query, body, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetPlan: retrieve a plan.
func (c *Client) GetPlan(ctx context.Context, accountUUID, planUUID string) (*Plan, error) {
	answer := new(Plan)
	ids := []string{accountUUID, planUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/plans/{plan_uuid}", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// ApprovePlan: approve a plan.
func (c *Client) ApprovePlan(ctx context.Context, accountUUID, planUUID string) (*PlanSummary, error) {
	answer := new(PlanSummary)
	ids := []string{accountUUID, planUUID}
	err := c.ask(ctx, "POST", "/api/v1/accounts/{account_uuid}/plans/{plan_uuid}/approve", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// ApplyPlan: apply a plan.
func (c *Client) ApplyPlan(ctx context.Context, accountUUID, planUUID string, body *PlanApply) (*AppliedPlan, error) {
	answer := new(AppliedPlan)
	ids := []string{accountUUID, planUUID}
	err := c.ask(ctx, "POST", "/api/v1/accounts/{account_uuid}/plans/{plan_uuid}/apply", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// ChangePassword: change your password.
func (c *Client) ChangePassword(ctx context.Context, body *PasswordUpdate) (*Message, error) {
	answer := new(Message)
	ids := []string{}
	err := c.ask(ctx, "PUT", "/api/v1/me/password", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// JoinAccount: accept an invitation as a signed-in user.
func (c *Client) JoinAccount(ctx context.Context, body *MembershipCreate) (*Membership, error) {
	answer := new(Membership)
	ids := []string{}
	err := c.ask(ctx, "POST", "/api/v1/me/memberships", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// ListSessionsAnswer is what ListSessions answers.
type ListSessionsAnswer []UserSessionItem

// ListSessions: list your sessions.
func (c *Client) ListSessions(ctx context.Context) (*ListSessionsAnswer, error) {
	answer := new(ListSessionsAnswer)
	ids := []string{}
	err := c.ask(ctx, "GET", "/api/v1/me/sessions", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// EndOtherSessions: end all your other sessions.
func (c *Client) EndOtherSessions(ctx context.Context) (*Message, error) {
	answer := new(Message)
	ids := []string{}
	err := c.ask(ctx, "DELETE", "/api/v1/me/sessions", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// EndSession: end one of your sessions.
func (c *Client) EndSession(ctx context.Context, sessionUUID string) (*Message, error) {
	answer := new(Message)
	ids := []string{sessionUUID}
	err := c.ask(ctx, "DELETE", "/api/v1/me/sessions/{session_uuid}", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// BeginSecondFactorAnswer is what BeginSecondFactor answers.
type BeginSecondFactorAnswer struct {
	Secret string `json:"secret"`
	URI    string `json:"uri"`
}

// BeginSecondFactor: begin to set up a second factor.
func (c *Client) BeginSecondFactor(ctx context.Context, body *CurrentPasswordCreate) (*BeginSecondFactorAnswer, error) {
	answer := new(BeginSecondFactorAnswer)
	ids := []string{}
	err := c.ask(ctx, "POST", "/api/v1/me/second_factor", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// ConfirmSecondFactorAnswer is what ConfirmSecondFactor answers.
type ConfirmSecondFactorAnswer struct {
	RecoveryCodes []string `json:"recovery_codes"`
}

// ConfirmSecondFactor: turn the second factor on with its first code.
func (c *Client) ConfirmSecondFactor(ctx context.Context, body *SecondFactorCreate) (*ConfirmSecondFactorAnswer, error) {
	answer := new(ConfirmSecondFactorAnswer)
	ids := []string{}
	err := c.ask(ctx, "PUT", "/api/v1/me/second_factor", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// RemoveSecondFactor: remove the second factor.
func (c *Client) RemoveSecondFactor(ctx context.Context, body *CurrentPasswordCreate) (*Message, error) {
	answer := new(Message)
	ids := []string{}
	err := c.ask(ctx, "DELETE", "/api/v1/me/second_factor", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// RenewRecoveryCodesAnswer is what RenewRecoveryCodes answers.
type RenewRecoveryCodesAnswer struct {
	RecoveryCodes []string `json:"recovery_codes"`
}

// RenewRecoveryCodes: replace the recovery codes.
func (c *Client) RenewRecoveryCodes(ctx context.Context, body *CurrentPasswordCreate) (*RenewRecoveryCodesAnswer, error) {
	answer := new(RenewRecoveryCodesAnswer)
	ids := []string{}
	err := c.ask(ctx, "POST", "/api/v1/me/second_factor/recovery_codes", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// ListPasskeysAnswer is what ListPasskeys answers.
type ListPasskeysAnswer []Passkey

// ListPasskeys: list your passkeys.
func (c *Client) ListPasskeys(ctx context.Context) (*ListPasskeysAnswer, error) {
	answer := new(ListPasskeysAnswer)
	ids := []string{}
	err := c.ask(ctx, "GET", "/api/v1/me/passkeys", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// CreatePasskey: register a passkey.
func (c *Client) CreatePasskey(ctx context.Context, body *PasskeyCreate) (*Passkey, error) {
	answer := new(Passkey)
	ids := []string{}
	err := c.ask(ctx, "POST", "/api/v1/me/passkeys", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// BeginPasskeyAnswer is what BeginPasskey answers.
type BeginPasskeyAnswer struct {
	Options map[string]any `json:"options"`
}

// BeginPasskey: begin to register a passkey.
func (c *Client) BeginPasskey(ctx context.Context, body *CurrentPasswordCreate) (*BeginPasskeyAnswer, error) {
	answer := new(BeginPasskeyAnswer)
	ids := []string{}
	err := c.ask(ctx, "POST", "/api/v1/me/passkeys/options", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// DeletePasskey: delete one of your passkeys.
func (c *Client) DeletePasskey(ctx context.Context, passkeyUUID string) (*Message, error) {
	answer := new(Message)
	ids := []string{passkeyUUID}
	err := c.ask(ctx, "DELETE", "/api/v1/me/passkeys/{passkey_uuid}", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// CreateOwner: create the first owner of an account.
func (c *Client) CreateOwner(ctx context.Context, accountUUID string, body *OwnerCreate) (*Member, error) {
	answer := new(Member)
	ids := []string{accountUUID}
	err := c.ask(ctx, "POST", "/api/v1/accounts/{account_uuid}/owner", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// ListMembersQuery has the parameters of ListMembers.
type ListMembersQuery struct {
	Page    *int64
	PerPage *int64
	Cursor  *string
}

func (q *ListMembersQuery) values() url.Values {
	values := url.Values{}
	if q == nil {
		return values
	}
	set(values, "page", q.Page)
	set(values, "per_page", q.PerPage)
	set(values, "cursor", q.Cursor)
	return values
}

// ListMembers: list the members of an account.
func (c *Client) ListMembers(ctx context.Context, accountUUID string, query *ListMembersQuery) (*Page[Member], error) {
	answer := new(Page[Member])
	ids := []string{accountUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/members", ids, query, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// GetMember: retrieve a member.
func (c *Client) GetMember(ctx context.Context, accountUUID, userUUID string) (*Member, error) {
	answer := new(Member)
	ids := []string{accountUUID, userUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/members/{user_uuid}", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// UpdateMember: change the role of a member.
func (c *Client) UpdateMember(ctx context.Context, accountUUID, userUUID string, body *MemberUpdate) (*Member, error) {
	answer := new(Member)
	ids := []string{accountUUID, userUUID}
	err := c.ask(ctx, "PUT", "/api/v1/accounts/{account_uuid}/members/{user_uuid}", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// RemoveMember: remove a member, or leave the account.
func (c *Client) RemoveMember(ctx context.Context, accountUUID, userUUID string) (*Message, error) {
	answer := new(Message)
	ids := []string{accountUUID, userUUID}
	err := c.ask(ctx, "DELETE", "/api/v1/accounts/{account_uuid}/members/{user_uuid}", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// ListInvitationsAnswer is what ListInvitations answers.
type ListInvitationsAnswer []Invitation

// ListInvitations: list open invitations.
func (c *Client) ListInvitations(ctx context.Context, accountUUID string) (*ListInvitationsAnswer, error) {
	answer := new(ListInvitationsAnswer)
	ids := []string{accountUUID}
	err := c.ask(ctx, "GET", "/api/v1/accounts/{account_uuid}/invitations", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// CreateInvitation: invite a person.
func (c *Client) CreateInvitation(ctx context.Context, accountUUID string, body *InvitationCreate) (*CreatedInvitation, error) {
	answer := new(CreatedInvitation)
	ids := []string{accountUUID}
	err := c.ask(ctx, "POST", "/api/v1/accounts/{account_uuid}/invitations", ids, nil, orNone(body), answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// RevokeInvitation: revoke an invitation.
func (c *Client) RevokeInvitation(ctx context.Context, accountUUID, invitationUUID string) (*Message, error) {
	answer := new(Message)
	ids := []string{accountUUID, invitationUUID}
	err := c.ask(ctx, "DELETE", "/api/v1/accounts/{account_uuid}/invitations/{invitation_uuid}", ids, nil, nil, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// ReplayHostRulesAnswer is what ReplayHostRules answers.
type ReplayHostRulesAnswer struct {
	Requests  int64 `json:"requests"`
	Changed   int64 `json:"changed"`
	Blocked   int64 `json:"blocked"`
	Circles   int64 `json:"circles"`
	Unmatched int64 `json:"unmatched"`
	Uncertain int64 `json:"uncertain"`
	Rules     []struct {
		Rule     int64 `json:"rule"`
		Requests int64 `json:"requests"`
	} `json:"rules"`
	Samples []struct {
		Path   string `json:"path"`
		Before string `json:"before"`
		After  string `json:"after"`
	} `json:"samples"`
	NotReplayable []struct {
		Rule      int64  `json:"rule"`
		Condition string `json:"condition"`
	} `json:"not_replayable"`
}

// ReplayHostRules: replay rules on recorded requests.
func (c *Client) ReplayHostRules(ctx context.Context, accountUUID, host string, body any) (*ReplayHostRulesAnswer, error) {
	answer := new(ReplayHostRulesAnswer)
	ids := []string{accountUUID, host}
	err := c.ask(ctx, "POST", "/api/v1/accounts/{account_uuid}/hosts/{host}/rules/replay", ids, nil, body, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}
