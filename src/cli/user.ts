/** `nameplate user`. Source: docs/reference/people.md ("Rescue"). */

import { randomBytes } from 'node:crypto';
import { text as readAll } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import { quoteValue } from '../core/errors.ts';
import { parseUuid } from '../core/ids.ts';
import { allowedPassword, passwordProblem } from '../core/password-rule.ts';
import { type Role, roles } from '../core/role.ts';
import type { ListedUser } from '../features/people/operator-users.ts';
import { readText } from '../resources/read-attributes.ts';
import { collectBody } from '../resources/request-body.ts';
import { userResource } from '../resources/user.ts';
import { type ApiClient, withOperatorApi } from './api-client.ts';
import { defineCommand, defineGroup } from './command.ts';
import { confirm, yesHelp } from './confirmation.ts';
import { CliError, UsageError } from './failures.ts';
import { note, outputColumns, print, printJson, printLine } from './output.ts';
import { deleteAfterAsking } from './resource-commands.ts';
import { ApiError } from './sending.ts';
import { showTime, Table } from './table.ts';

const groupHelp = `Usage: nameplate user create | list | set-password | remove

Users sign in to the dashboard with an email address and a password. Owners
invite people there; these commands are for the first owner and for rescue.

Commands:
  create        create a user, or make one a member of another account
  list          list users with their roles
  set-password  give a user another password
  remove        delete a user

Options:
  -h, --help    print this help
`;

const createHelp = `Usage: nameplate user create EMAIL [--name NAME] [--account UUID]
                             [--role owner|admin|viewer] [--password-stdin]
                             [--new] [--yes] [--json]

Creates a user in an account and prints a random password. If there is a user
with this address already, it becomes a member of the account and keeps its
password; the command asks first, because whoever took the address may not own
it. The first user of an account has to be an owner.

Options:
  --name NAME       what others see (default: the address)
  --account UUID    account to join; may be left out when there is one
  --role ROLE       owner, admin or viewer (default: owner)
  --password-stdin  read the password from standard input; print none
  --new             create a user also if there is one with this address
  --yes             do not ask; needed where there is no terminal
  --json            print the user as JSON, with a random password
  -h, --help        print this help
`;

const listHelp = `Usage: nameplate user list [--json]

Lists users, oldest first, with their role in each account.

Options:
  --json      print them as a JSON array
  -h, --help  print this help
`;

const passwordHelp = `Usage: nameplate user set-password EMAIL|UUID [--password-stdin]
                                   [--remove-second-factor]

Gives a user another password and prints it. The user's sessions end within
250 ms.

Options:
  --password-stdin        read the password from standard input; print none
  --remove-second-factor  sign in without a code from now on
  --json                  print the user as JSON, with a random password
  -h, --help              print this help
`;

const removeHelp = `Usage: nameplate user remove EMAIL|UUID [--yes] [--json]

Deletes a user with all memberships and sessions, after asking. The last owner
of an account can't be deleted.

Options:
${yesHelp}
  --json          print the message as JSON
  -h, --help      print this help
`;

type PasswordOptions = { passwordStdin?: true; json?: true };
type CreateOptions = PasswordOptions & {
  name?: string;
  account?: string;
  role: Role;
  new?: true;
  yes?: true;
};

export function userCommand(): Command {
  return defineGroup('user', groupHelp, [
    defineCommand('create', createHelp)
      .argument('<email>')
      .option('--name <name>')
      .option('--account <uuid>')
      .addOption(new Option('--role <role>').choices(roles).default('owner'))
      .option('--password-stdin')
      .option('--new')
      .option('--yes')
      .option('--json')
      .action(createUser),
    defineCommand('list', listHelp).option('--json').action(listAllUsers),
    defineCommand('set-password', passwordHelp)
      .argument('<email-or-uuid>')
      .option('--password-stdin')
      .option('--remove-second-factor')
      .option('--json')
      .action(setPassword),
    defineCommand('remove', removeHelp)
      .argument('<email-or-uuid>')
      .option('--yes')
      .option('--json')
      .action(removeUser),
  ]);
}

async function createUser(emailText: string, options: CreateOptions): Promise<void> {
  const email = readText(emailText, userResource.attributes.email);
  const name = readText(options.name ?? email, userResource.attributes.name);
  const { role } = options;
  await withOperatorApi(async (api) => {
    const accountUuid = await api.chooseAccount(options.account);
    const add = (attributes: object) =>
      api
        .post<object>(
          `/api/v1/accounts/${accountUuid}/members`,
          collectBody('json', Object.entries({ role, ...attributes })),
        )
        .catch(refuseRole);
    const existing = options.new ? undefined : onlyOne(email, await usersWith(api, email));
    if (existing) {
      // Any account can invite this address and take the link itself.
      const found = `There is a user ${email} already, ${describeRoles(existing)}.`;
      await confirm(`${found} Make this user ${role} of account ${accountUuid}?`, options);
      const user = await add({ user_uuid: existing.uuid });
      if (options.json) return printJson(user);
      return note(`${email} is now ${role} of the account ${accountUuid} and keeps the password.`);
    }
    const password = await choosePassword(options, [email, name]);
    const user = await add({ email, name, password: password.text });
    return showPassword(`Created the user ${email} (${role}).`, user, password, options);
  });
}

/** It is the option that is wrong. */
function refuseRole(error: unknown): never {
  if (error instanceof ApiError && error.code === 'role_invalid') throw new UsageError(`--${error.message}`);
  throw error;
}

async function listAllUsers(options: { json?: true }): Promise<void> {
  await withOperatorApi(async (api) => {
    const users = await usersWith(api);
    if (options.json) return printJson(users);
    const names = new Map((await api.accounts()).map(({ uuid, name }) => [uuid, name]));
    const columns = [
      { title: 'EMAIL', whole: true },
      { title: 'NAME' },
      { title: 'ROLES' },
      { title: 'SECOND FACTOR', whole: true },
      { title: 'CREATED', whole: true },
    ];
    const rows = users.map((user) => [
      user.email,
      user.name,
      user.memberships
        .map(({ account_uuid: uuid, role }) => `${role} of ${names.get(uuid) ?? uuid}`)
        .join(', '),
      user.has_second_factor ? 'yes' : 'no',
      showTime(user.created_at),
    ]);
    return print(new Table(columns, outputColumns()).format(rows));
  });
}

/** Works on the store: it is the way back in. */
async function setPassword(
  emailText: string,
  options: PasswordOptions & { removeSecondFactor?: true },
): Promise<void> {
  const { withStoredUsers } = await import('./stored-users.ts');
  await withStoredUsers(async (users) => {
    const { memberships: _, ...user } = await findUser(emailText, users.list);
    const password = await choosePassword(options, [user.email, user.name]);
    await users.setPassword(user, password.text);
    if (options.removeSecondFactor) await users.removeSecondFactor(user);
    return showPassword(`${user.email} has another password.`, user, password, options);
  });
}

async function removeUser(emailText: string, options: { yes?: true; json?: true }): Promise<void> {
  await withOperatorApi(async (api) => {
    const user = await findUser(emailText, (email) => usersWith(api, email));
    await deleteAfterAsking(api, `/api/v1/users/${user.uuid}`, `Delete the user ${user.email}?`, options);
  });
}

function usersWith(api: ApiClient, email?: string): Promise<readonly ListedUser[]> {
  return api.get('/api/v1/users', { email });
}

/** Such as `owner of account 019a…`. */
function describeRoles({ memberships }: ListedUser): string {
  const roleNames = memberships.map(({ account_uuid: uuid, role }) => `${role} of account ${uuid}`);
  return roleNames.join(', ') || 'a member of no account';
}

async function findUser(
  named: string,
  list: (email?: string) => Promise<readonly ListedUser[]>,
): Promise<ListedUser> {
  const uuid = parseUuid(named);
  const email = uuid ?? readText(named, userResource.attributes.email);
  const found =
    uuid === undefined
      ? onlyOne(email, await list(email))
      : (await list()).find((user) => user.uuid === uuid);
  if (!found) throw new CliError(`there is no user ${quoteValue(email)}`);
  return found;
}

function onlyOne(email: string, users: readonly ListedUser[]): ListedUser | undefined {
  if (users.length < 2) return users[0];
  const lines = users.map((user) => `  ${user.uuid}  ${describeRoles(user)}`);
  throw new CliError(
    `${users.length} users have the address ${email}; name one by its uuid:\n${lines.join('\n')}`,
  );
}

type Password = { readonly text: string; readonly isRandom: boolean };

/** The one on standard input, or a random one. */
async function choosePassword(options: PasswordOptions, known: readonly string[]): Promise<Password> {
  if (!options.passwordStdin) return { text: randomBytes(15).toString('base64url'), isRandom: true };
  const text = (await readAll(process.stdin)).replace(/\r?\n$/, '');
  const problem = passwordProblem(text, known);
  if (problem === undefined) return { text, isRandom: false };
  throw new CliError(`the password on standard input is refused: ${problem}; allowed: ${allowedPassword}`);
}

function showPassword(
  message: string,
  user: object,
  { text, isRandom }: Password,
  options: PasswordOptions,
): Promise<void> {
  if (options.json) return printJson({ ...user, ...(isRandom ? { password: text } : {}) });
  note(isRandom ? `${message} The password, which is not shown again:` : message);
  return isRandom ? printLine(text) : Promise.resolve();
}
