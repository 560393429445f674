/**
 * Writes the reference pages that follow tables in the code, and the API's types and operations for the client and the dashboard.
 *
 *   npm run docs         writes them
 *   npm run docs:check   exits 1 and names every page that differs from what would be written
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { apiErrors } from '../src/api/reference/error-table.ts';
import { commandRows } from '../src/cli/command-rows.ts';
import { manPage } from '../src/cli/man-page.ts';
import { createProgram } from '../src/cli/program.ts';
import { renderCliReference } from '../src/cli/reference.ts';
import { parseConfig } from '../src/config/config.ts';
import { ConfigError } from '../src/config/config-error.ts';
import { secretFileVariables } from '../src/config/secret-files.ts';
import { definitionOf, type VariableName, variableNames } from '../src/config/variables.ts';
import { documentSchema } from '../src/features/plans/document-schema.ts';
import { renderCauses } from './causes-page.ts';
import { renderBrunoCollection } from './clients/bruno-collection.ts';
import { renderGoClient } from './clients/go-client.ts';
import { renderPythonClient } from './clients/python-client.ts';
import { renderFindingKinds } from './finding-kinds-page.ts';
import { renderOpenApi } from './openapi-document.ts';
import { makeTypes } from './openapi-types/make-types.ts';
import { operationTableOf } from './operation-table.ts';
import { renderProxyAnalytics } from './proxy-analytics-page.ts';
import { renderRoles } from './roles-page.ts';
import { renderTools } from './tools-page.ts';
import { renderWebAnalytics } from './web-analytics-page.ts';

type Page = {
  /** Relative to the root of the project. */
  readonly path: string;
  readonly render: () => string | Promise<string>;
};

/** Of one document come two pages. */
const openApi = renderOpenApi();

const root = fileURLToPath(new URL('..', import.meta.url));
const brunoFolder = 'client/bruno';
const brunoFiles = renderBrunoCollection(await openApi).map(({ path, text }) => ({
  path: join(brunoFolder, path),
  render: () => text,
}));

const pages: readonly Page[] = [
  { path: 'docs/reference/cli.md', render: renderCliReference },
  { path: 'docs/reference/config.md', render: renderConfig },
  { path: 'docs/reference/errors.md', render: renderErrors },
  {
    path: 'docs/reference/finding-kinds.md',
    render: () => `${header('Kinds of findings', 'src/features/attention/kinds/')}\n${renderFindingKinds()}`,
  },
  {
    path: 'docs/reference/diagnosis-causes.md',
    render: () => `${header('Causes of diagnoses', 'src/features/diagnosis/causes.ts')}\n${renderCauses()}`,
  },
  { path: 'docs/reference/openapi.json', render: () => openApi },
  { path: 'docs/reference/plan.schema.json', render: () => `${JSON.stringify(documentSchema, null, 2)}\n` },
  { path: 'client/src/openapi.ts', render: renderOpenApiTypes },
  { path: 'client/src/operations.ts', render: renderOperations },
  {
    path: 'client/python/nameplate.py',
    render: async () => renderPythonClient(await openApi, await frameOf('python-frame.py')),
  },
  {
    path: 'client/go/nameplate.go',
    render: async () => renderGoClient(await openApi, await frameOf('go-frame.go')),
  },
  ...brunoFiles,
  { path: 'packaging/nameplate.1', render: async () => manPage(commandRows(await createProgram())) },
  { path: 'packaging/helm/nameplate/Chart.yaml', render: renderChart },
  {
    path: 'docs/reference/mcp-tools.md',
    render: () => `${header('Tools for assistants', 'src/features/mcp/')}\n${renderTools()}`,
  },
  {
    path: 'docs/reference/proxy-analytics.md',
    render: () =>
      `${header('Proxy analytics', 'src/analytics/reports/proxy-reports.ts')}\n${renderProxyAnalytics()}`,
  },
  {
    path: 'docs/reference/roles.md',
    render: async () => `${header('Roles', 'the answers of the API')}\n${await renderRoles()}`,
  },
  {
    path: 'docs/reference/web-analytics.md',
    render: () =>
      `${header('Web analytics', 'src/analytics/reports/web-reports.ts')}\n${renderWebAnalytics()}`,
  },
];

function header(title: string, source: string): string {
  return `<!-- Generated from ${source} by \`npm run docs\`. Do not edit. -->\n\n# ${title}\n`;
}

/** Only the versions in it are made. */
async function renderChart(): Promise<string> {
  const manifest: { version: string } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const chart = await readFile(join(root, 'packaging/helm/nameplate/Chart.yaml'), 'utf8');
  return chart.replaceAll(/^(version|appVersion): .*$/gm, `$1: ${manifest.version}`);
}

const generatedFromOpenApi = '/* Generated from the OpenAPI document by `npm run docs`. Do not edit. */';

async function renderOpenApiTypes(): Promise<string> {
  return `${generatedFromOpenApi}\n\n${await makeTypes(await openApi)}`;
}

/** What all operations of a client share. */
function frameOf(name: string): Promise<string> {
  return readFile(join(root, 'scripts/clients', name), 'utf8');
}

async function renderOperations(): Promise<string> {
  return `${generatedFromOpenApi}\n\n${operationTableOf(await openApi)}`;
}

function renderConfig(): string {
  return `${header('Configuration', 'src/config/variables.ts')}
Nameplate is configured by environment variables only, read once at the start.

## How variables are read

- An empty value counts as unset.
- A value that is not allowed stops the start with exit code 1 and one line that names the variable, the value and what is allowed:

  \`\`\`
  ${exampleError({ NAMEPLATE_API_PORT: '70000' })}
  \`\`\`

- So does a name that begins with \`NAMEPLATE_\` and is not in the table, since it is most likely mistyped. Ignored are \`NAMEPLATE_NODE\` ([below](#the-launchers-variable)), \`NAMEPLATE_URL\`, \`NAMEPLATE_TOKEN\` and \`NAMEPLATE_TOKEN_FILE\` (for clients of a service elsewhere), names that Kubernetes or Docker make for a service called \`nameplate…\` (a port such as \`NAMEPLATE_API_PORT\` that is \`tcp://…\` counts as unset), and names that begin with \`NAMEPLATE_TEST_\` (the test suite's own).

  \`\`\`
  ${exampleError({ NAMEPLATE_API_PROT: '3000' })}
  \`\`\`

- Two listeners cannot share an address and port. \`0.0.0.0\` covers every IPv4 address, \`::\` every address.
- Sockets that systemd passes take the place of \`NAMEPLATE_HOST\` and \`NAMEPLATE_EDGE_HOST\`; the ports have to be the same (see [sockets from systemd](service.md#sockets-from-systemd)).
- Secrets are marked. They never appear in an error message: a URL is shown with \`***\`, anything else by its length.

## The launcher's variable

\`NAMEPLATE_NODE\` is the path of the Node to run on, instead of the one that npm installed with Nameplate
([which versions](../guides/install.md#node)). The command \`nameplate\` reads it, so it has no effect where \`dist/bin.cjs\` is started directly. With
\`nameplate upgrade --new-environment\` a running service moves to another Node.

## Secrets from files

Each secret may also be given as a file, as systemd's credentials and Docker's secrets are: \`NAMEPLATE_SECRET_KEY_FILE=/run/secrets/key\` sets \`NAMEPLATE_SECRET_KEY\` to what the file holds. The variables are ${secretFileVariables.map((name) => `\`${name}\``).join(', ')}.

- One line break at the end of the file is dropped; everything else belongs to the value.
- A variable and its \`_FILE\` together stop the start. So does a file that cannot be read, is empty or is larger than 64 KiB, with a line that names the variable and the path, never what the file holds. A path that is not absolute is not shown: it may be the secret itself, set by mistake.
- Files are read when a process starts: restart the service when one has changed.

## Variables

| Variable | Default | Meaning | Allowed |
|---|---|---|---|
${variableNames.map(configRow).join('\n')}
`;
}

function configRow(name: VariableName): string {
  const { default: preset, unset, meaning, allowed, secret } = definitionOf(name);
  const shownDefault = preset === null ? (unset ?? 'unset') : `\`${preset}\``;
  const text = secret ? `${meaning} **Secret.**` : meaning;
  return row([`\`${name}\``, shownDefault, text, allowed]);
}

/** The line a bad environment gets, from the program itself. */
function exampleError(env: Record<string, string>): string {
  try {
    parseConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error(`no error for ${JSON.stringify(env)}`);
}

function renderErrors(): string {
  const errors = apiErrors.toSorted((a, b) => a.status - b.status);
  return `${header('Errors', 'src/api/reference/error-table.ts')}
Every failed API request answers one of these statuses and a JSON body of two fields. \`error\` is a sentence for people: it names the parameter and the value, and its wording may change. \`error_code\` is for programs and does not change.

\`\`\`json
{ "error": "…", "error_code": "source_host_invalid" }
\`\`\`

Attributes are checked in the order in which their page lists them, and the first failure is reported ([all checks in order](api.md#errors)). Every answer carries \`X-Request-Id\`; include it when you report a problem.

| Status | \`error_code\` | When |
|---|---|---|
${errors.map(({ code, status, when }) => row([String(status), `\`${code}\``, when])).join('\n')}
`;
}

/** One row of a Markdown table. */
function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    return undefined;
  }
}

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
for (const { path, render } of pages) {
  const file = join(root, path);
  const text = await render();
  if (values.check) {
    if ((await readIfThere(file)) === text) continue;
    console.error(`${path} is stale: run "npm run docs" and commit it`);
    process.exitCode = 1;
  } else {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    console.log(`wrote ${path}`);
  }
}

// Requests of operations that are gone.
const there = await readdir(join(root, brunoFolder), { recursive: true, withFileTypes: true }).catch(
  () => [],
);
const made = new Set(brunoFiles.map(({ path }) => join(root, path)));
for (const entry of there) {
  const file = join(entry.parentPath, entry.name);
  if (!entry.isFile() || made.has(file)) continue;
  if (values.check) {
    console.error(`${file} is stale: run "npm run docs" and commit it`);
    process.exitCode = 1;
  } else await rm(file);
}
