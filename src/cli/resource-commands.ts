/** What the commands on a resource of an account share: one thing is named, created, changed or deleted. Source: docs/reference/cli.md. */
import type { Command } from 'commander';
import type { Definitions } from '../resources/definition.ts';
import type { Resource } from '../resources/resource.ts';
import { type ApiClient, withApi } from './api-client.ts';
import { bodyOfOptions, formatHelp, readFileOptions, withAttributeOptions } from './attribute-options.ts';
import { defineCommand } from './command.ts';
import { confirm, yesText } from './confirmation.ts';
import { readErrorPages, setErrorPages, withErrorPageOptions } from './error-page-options.ts';
import { UsageError } from './failures.ts';
import { printJson, printLine } from './output.ts';

export type ItemOptions = { readonly account?: string; readonly json?: true };

type Options = Readonly<Record<string, unknown>>;

/** Finds a thing of an account from what a command is given. */
type Find<To> = (api: ApiClient, accountPath: string, target: string, options?: Options) => Promise<To>;

/** How the answers of a resource are found and printed. */
export type Shown<D extends Definitions, Wire extends object> = {
  readonly resource: Resource<D>;
  /** What commands name it by. */
  readonly argument: '<uuid>' | '<uuid_or_host>';
  /** `the upstream`. */
  readonly name: (wire: Wire) => string;
  /** Where it is in the API. */
  readonly find: Find<string>;
  /** Prints it below a title. */
  readonly show: (api: ApiClient, path: string, wire: Wire, title: string) => Promise<void>;
};

/** A path below a collection; what is no uuid is not found there. */
export function itemIn(collection: string): Find<string> {
  return (_api, accountPath, target) =>
    Promise.resolve(`${accountPath}/${collection}/${encodeURIComponent(target)}`);
}

/** Makes a command about one thing of an account. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller adds the options
export function itemCommand<Given extends ItemOptions>(
  name: string,
  help: string,
  argument: string,
  run: (api: ApiClient, accountPath: string, target: string, options: Given) => Promise<void>,
): Command {
  return defineCommand(name, help)
    .argument(argument)
    .option('--account <uuid>')
    .option('--json')
    .action((target: string, options: Given) =>
      withApi(async (api) => run(api, await api.accountPath(options.account), target, options)),
    );
}

export function showCommand<D extends Definitions, Wire extends object>(
  help: string,
  title: string,
  { argument, find, show }: Shown<D, Wire>,
): Command {
  return itemCommand('show', help, argument, async (api, accountPath, target, options) => {
    const path = await find(api, accountPath, target, options);
    const wire = await api.get<Wire>(path);
    await (options.json ? printJson(wire) : show(api, path, wire, title));
  });
}

/** `collectionOf` answers where it is created, from the account's path. */
export function createCommand<D extends Definitions, Wire extends object & { readonly uuid: string }>(
  help: string,
  { resource, name, show }: Shown<D, Wire>,
  collectionOf: (api: ApiClient, accountPath: string, options: ItemOptions & Options) => Promise<string>,
): Command {
  return withAttributeOptions(defineCommand('create', help), resource, 'create')
    .option('--account <uuid>')
    .option('--json')
    .action(async (options: ItemOptions & Options) => {
      const body = bodyOfOptions(resource, await readFileOptions(resource, options));
      await withApi(async (api) => {
        const collection = await collectionOf(api, await api.accountPath(options.account), options);
        const wire = await api.post<Wire>(collection, body);
        await (options.json
          ? printJson(wire)
          : show(api, `${collection}/${wire.uuid}`, wire, `Created ${name(wire)}:`));
      });
    });
}

export function updateCommand<D extends Definitions, Wire extends object>(
  help: string,
  { resource, argument, name, find, show }: Shown<D, Wire>,
  { hasErrorPages = false }: { readonly hasErrorPages?: boolean } = {},
): Command {
  const command = withAttributeOptions(defineCommand('update', help).argument(argument), resource, 'update');
  return (hasErrorPages ? withErrorPageOptions(command) : command)
    .option('--account <uuid>')
    .option('--json')
    .action(async (target: string, options: ItemOptions & Options) => {
      const body = bodyOfOptions(resource, await readFileOptions(resource, options));
      const pages = await readErrorPages(options);
      if (body.attributes.size + pages.size === 0)
        throw new UsageError('nothing to change is given; see --help');
      await withApi(async (api) => {
        const path = await find(api, await api.accountPath(options.account), target, options);
        const wire = body.attributes.size === 0 ? await api.get<Wire>(path) : await api.put<Wire>(path, body);
        await setErrorPages(api, path, pages);
        await (options.json ? printJson(wire) : show(api, path, wire, `Updated ${name(wire)}:`));
      });
    });
}

export type Deletion = {
  /** The group that the command is in. */
  readonly group: string;
  readonly target: 'UUID' | 'UUID_OR_HOST';
  /** What it deletes, for the help: `an upstream and …`. */
  readonly what: string;
  /** An option that has to be given, and its help; the caller adds it. */
  readonly required?: readonly [option: string, text: string];
  readonly find: Find<Found>;
};

/** Where it is in the API, and what the question calls it: `the upstream app.example.net and …`. */
type Found = { readonly path: string; readonly name: string };

export function deleteCommand({ group, target, what, required, find }: Deletion): Command {
  const usage = required ? `${required[0]} [OPTIONS]` : '[OPTIONS]';
  const help = `Usage: nameplate ${group} delete ${target} ${usage}

Deletes ${what}, after asking.

Options:
${formatHelp([
  ...(required ? [required] : []),
  ['--account UUID', 'account that owns it; may be left out when there is one'],
  ['--yes', yesText],
  ['--json', 'print the message as JSON'],
])}
`;
  const argument = `<${target.toLowerCase()}>`;
  return itemCommand<DeleteOptions>('delete', help, argument, async (api, accountPath, named, options) => {
    const { path, name } = await find(api, accountPath, named, options);
    await deleteAfterAsking(api, path, `Delete ${name}?`, options);
  }).option('--yes');
}

type DeleteOptions = ItemOptions & { readonly yes?: true };

/** Deletes what is at a path, and prints what the API says about it. */
export async function deleteAfterAsking(
  api: ApiClient,
  path: string,
  question: string,
  options: DeleteOptions,
): Promise<void> {
  await confirm(question, options);
  const answer = await api.delete(path);
  await (options.json ? printJson(answer) : printLine(answer.message));
}
