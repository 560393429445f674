/** The clients for Python and Go, with these languages' own tools, against the API. Source: docs/reference/client.md ("Python", "Go"). */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { type ApiServer, startApi } from '../support/api-server.ts';
import { lacksCommand } from '../support/skips.ts';
import { tempDir } from '../support/temp-dir.ts';

const run = promisify(execFile);
const clients = fileURLToPath(new URL('../../client', import.meta.url));

/** Answers with a body that breaks off, an error that does, a body that isn't what its coding says, and no HTTP. */
const brokenAnswers = `
import json, socket, threading
from nameplate import Nameplate, NameplateError
def broken(answer):
    server = socket.create_server(("127.0.0.1", 0))
    def serve():
        connection, _ = server.accept()
        connection.recv(65536)
        connection.sendall(answer)
        connection.close()
        server.close()
    threading.Thread(target=serve, daemon=True).start()
    return f"http://127.0.0.1:{server.getsockname()[1]}"
ok = b"HTTP/1.1 200 OK\\r\\n"
codes = []
for answer in [
    ok + b"Content-Length: 100\\r\\n\\r\\n{",
    b"HTTP/1.1 400 Bad Request\\r\\nContent-Length: 100\\r\\n\\r\\n{",
    ok + b"Content-Encoding: gzip\\r\\nContent-Length: 18\\r\\n\\r\\n\\x1f\\x8b\\x08" + b"\\xff" * 15,
    b"SSH-2.0-OpenSSH\\r\\n",
]:
    try:
        Nameplate(broken(answer), "np_x", retries=0).get_me()
    except NameplateError as error:
        codes.append(error.code)
print(json.dumps(codes))
`;

/** Makes five redirects, lists them, and meets every kind of failure; prints what it saw as JSON. */
const python = `
import json, os, sys
from nameplate import Nameplate, NameplateError
account = os.environ["ACCOUNT"]
nameplate = Nameplate()
for number in range(5):
    made = nameplate.create_redirect(account, body={
        "source_host": f"r{number}.example.com", "destination_url": "https://e.test/", "note": "é" * 40})
hosts = [one["source_host"] for one in nameplate.each(nameplate.list_redirects, account, sort="source_host", per_page=2)]
page = nameplate.list_redirects(account, per_page=2, note="é")
failures = []
def fails(call):
    try:
        call()
    except NameplateError as error:
        failures.append([error.status, error.code])
fails(lambda: nameplate.create_redirect(account, body={"source_host": "r1.example.com", "destination_url": "https://e.test/"}))
fails(lambda: nameplate.get_redirect(account, "nothing/../.."))
fails(lambda: nameplate.update_redirect(account, made["uuid"], body={"note": ""}, if_match='"old"'))
fails(lambda: Nameplate("http://127.0.0.1:1", "np_x", retries=0).get_me())
same = [nameplate.create_redirect(account, body={"source_host": "key.example.com", "destination_url": "https://e.test/"},
        idempotency_key="one")["uuid"] for _ in range(2)]
deleted = nameplate.delete_redirect(account, same[0])["message"]
print(json.dumps({"hosts": hosts, "page": [len(page["data"]), page["pagination"]["count"], page.next],
    "failures": failures, "same": same[0] == same[1], "deleted": same[0] in deleted, "note": made["note"]}))
`;

const go = `
package main

import ("context"; "encoding/json"; "errors"; "fmt"; "os"; "strings"; "nameplate")

func must[T any](value T, err error) T { if err != nil { panic(err) }; return value }

func main() {
	ctx, account := context.Background(), os.Getenv("ACCOUNT")
	client := must(nameplate.New(os.Getenv("NAMEPLATE_URL"), os.Getenv("NAMEPLATE_TOKEN")))
	note := strings.Repeat("é", 40)
	var made *nameplate.Redirect
	for number := 0; number < 5; number++ {
		made = must(client.CreateRedirect(ctx, account, &nameplate.RedirectCreate{SourceHost: fmt.Sprintf("r%d.example.com", number), DestinationURL: "https://e.test/", Note: &note}))
	}
	hosts := []string{}
	err := nameplate.Each(func(cursor string) (*nameplate.Page[nameplate.Redirect], error) {
		return client.ListRedirects(ctx, account, &nameplate.ListRedirectsQuery{Cursor: &cursor, Sort: nameplate.Ptr("source_host"), PerPage: nameplate.Ptr[int64](2)})
	}, func(redirect nameplate.Redirect) error { hosts = append(hosts, redirect.SourceHost); return nil })
	if err != nil { panic(err) }
	page := must(client.ListRedirects(ctx, account, &nameplate.ListRedirectsQuery{PerPage: nameplate.Ptr[int64](2), Note: nameplate.Ptr("é")}))
	failures := [][]any{}
	fails := func(_ any, err error) {
		var failure *nameplate.Error
		if errors.As(err, &failure) { failures = append(failures, []any{failure.Status, failure.Code}) }
	}
	fails(client.CreateRedirect(ctx, account, &nameplate.RedirectCreate{SourceHost: "r1.example.com", DestinationURL: "https://e.test/"}))
	fails(client.GetRedirect(ctx, account, "nothing/../.."))
	fails(client.UpdateRedirect(nameplate.WithHeader(ctx, "If-Match", "\\"old\\""), account, made.UUID, &nameplate.RedirectUpdate{Note: nameplate.Ptr("")}))
	away := must(nameplate.New("http://127.0.0.1:1", "np_x"))
	away.Retries = 0
	fails(away.GetMe(ctx))
	once := nameplate.WithHeader(ctx, "Idempotency-Key", "one")
	same := []string{}
	for range []int{1, 2} {
		same = append(same, must(client.CreateRedirect(once, account, &nameplate.RedirectCreate{SourceHost: "key.example.com", DestinationURL: "https://e.test/"})).UUID)
	}
	deleted := must(client.DeleteRedirect(ctx, account, same[0])).Message
	var next any
	if page.Next != "" { next = page.Next }
	out := must(json.Marshal(map[string]any{"hosts": hosts, "page": []any{len(page.Items()), page.Pagination.Count, next}, "failures": failures, "same": same[0] == same[1], "deleted": strings.Contains(deleted, same[0]), "note": made.Note}))
	fmt.Println(string(out))
}
`;

const expected = {
  hosts: ['r0.example.com', 'r1.example.com', 'r2.example.com', 'r3.example.com', 'r4.example.com'],
  page: [2, 5, null],
  failures: [
    [400, 'source_host_taken'],
    [404, 'not_found'],
    [412, 'precondition_failed'],
    [0, 'unreachable'],
  ],
  same: true,
  deleted: true,
  note: 'é'.repeat(40),
};

test.skipIf(lacksCommand('python3', 'the Python client'))(
  'the Python client does what the API does',
  async () => {
    expect(await runPython(python, environmentOf(await startApi()))).toEqual(expected);
  },
);

test.skipIf(lacksCommand('python3', 'the Python client'))(
  'the Python client says of every answer that breaks off that there was none',
  async () => {
    expect(await runPython(brokenAnswers, process.env)).toEqual(Array(4).fill('unreachable'));
  },
);

test.skipIf(lacksCommand('go', 'the Go client'))(
  'the Go client does what the API does, and is laid out as gofmt does',
  async () => {
    const api = await startApi();
    const directory = await tempDir();
    await writeFile(join(directory, 'main.go'), go);
    await writeFile(
      join(directory, 'go.mod'),
      `module program\n\ngo 1.19\n\nrequire nameplate v0.0.0\n\nreplace nameplate => ${join(clients, 'go')}\n`,
    );
    const env = { ...environmentOf(api), GOFLAGS: '-mod=mod', GOPROXY: 'off', CGO_ENABLED: '0' };
    expect((await run('gofmt', ['-l', join(clients, 'go')], { env })).stdout).toBe('');
    await run('go', ['vet', './...'], { cwd: join(clients, 'go'), env });
    const { stdout } = await run('go', ['run', '.'], { cwd: directory, env });
    expect(JSON.parse(stdout)).toEqual(expected);
  },
);

async function runPython(text: string, environment: NodeJS.ProcessEnv): Promise<unknown> {
  const program = join(await tempDir(), 'program.py');
  await writeFile(program, text);
  const env = { ...environment, PYTHONPATH: join(clients, 'python'), PYTHONDONTWRITEBYTECODE: '1' };
  return JSON.parse((await run('python3', ['-W', 'error', program], { env })).stdout);
}

function environmentOf({ port, token, accountUuid }: ApiServer): NodeJS.ProcessEnv {
  const url = `http://127.0.0.1:${port}`;
  return { ...process.env, NAMEPLATE_URL: url, NAMEPLATE_TOKEN: token, ACCOUNT: accountUuid };
}
