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
