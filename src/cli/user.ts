/** `nameplate user`. Source: docs/reference/people.md ("Rescue"). */
import { randomBytes } from 'node:crypto';
import { text as readAll } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import { userToWire } from '../api/schemas/user.ts';
import type { ControlStore } from '../control/store.ts';
import { quoteValue, ServiceError } from '../core/errors.ts';
import { parseUuid } from '../core/ids.ts';
import { allowedPassword, passwordProblem } from '../core/password-rule.ts';
import { type Role, roles } from '../core/role.ts';
import { readText } from '../resources/read-attributes.ts';
import { type User, userResource } from '../resources/user.ts';
import { defineCommand, defineGroup } from './command.ts';
import { confirm, yesHelp } from './confirmation.ts';
import { CliError, UsageError } from './failures.ts';
import { note, outputColumns, print, printJson } from './output.ts';
import { chooseAccount, withStore } from './store.ts';
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
    defineCommand('list', listHelp).option('--json').action(listUsers),
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
  await withStore(async (store) => {
    const accountUuid = await chooseAccount(store, options.account);
    if (options.role !== 'owner' && !(await store.memberships.hasOwner(accountUuid)))
      throw new UsageError(`--role ${options.role}: the first user of an account has to be an owner`);
    const existing = options.new ? undefined : await findOnly(store, email);
    if (existing) {
      // Any account can invite this address and take the link itself.
      const found = `There is a user ${email} already, ${await describeRoles(store, existing)}.`;
      await confirm(`${found} Make this user ${options.role} of account ${accountUuid}?`, options);
      await store.memberships.add(accountUuid, existing.uuid, options.role);
      if (options.json) return printJson(userToWire(existing));
      return note(`${email} is now ${options.role} of the account ${accountUuid} and keeps the password.`);
    }
    const password = await choosePassword(options, [email, name]);
    const passwordHash = await store.users.hashPassword(email, password.text);
    const user = await store.users.create({ email, name, passwordHash }, (trx, created) =>
      store.memberships.addWithin(trx, accountUuid, created.uuid, options.role),
    );
    return showPassword(`Created the user ${email} (${options.role}).`, user, password, options);
  });
}

async function listUsers(options: { json?: true }): Promise<void> {
  await withStore(async (store) => {
    const users = await store.users.list();
    const memberships = await Promise.all(users.map(({ uuid }) => store.memberships.listOf(uuid)));
    if (options.json) {
      const wire = users.map((user, index) => ({
        ...userToWire(user),
        memberships: (memberships[index] ?? []).map(({ accountUuid, role }) => ({
          account_uuid: accountUuid,
          role,
        })),
      }));
      return printJson(wire);
    }
    const names = new Map((await store.accounts.list()).map(({ uuid, name }) => [uuid, name]));
    const columns = [
      { title: 'EMAIL', whole: true },
      { title: 'NAME' },
      { title: 'ROLES' },
      { title: 'SECOND FACTOR', whole: true },
      { title: 'CREATED', whole: true },
    ];
    const rows = users.map((user, index) => [
      user.email,
      user.name,
      (memberships[index] ?? [])
        .map(({ accountUuid, role }) => `${role} of ${names.get(accountUuid) ?? accountUuid}`)
        .join(', '),
      user.hasSecondFactor ? 'yes' : 'no',
      showTime(user.createdAt),
    ]);
    return print(new Table(columns, outputColumns()).format(rows));
  });
}

async function setPassword(
  emailText: string,
  options: PasswordOptions & { removeSecondFactor?: true },
): Promise<void> {
  await withStore(async (store) => {
    const user = await findUser(store, emailText);
    const password = await choosePassword(options, [user.email, user.name]);
    await store.users.setPassword(user.uuid, await store.users.hashPassword(user.email, password.text));
    if (options.removeSecondFactor) await store.secondFactors.remove(user.uuid);
    return showPassword(`${user.email} has another password.`, user, password, options);
  });
}

async function removeUser(emailText: string, options: { yes?: true; json?: true }): Promise<void> {
  await withStore(async (store) => {
    const user = await findUser(store, emailText);
    await confirm(`Delete the user ${user.email}?`, options);
    await store.users.remove(user.uuid);
    const message = `The user ${user.email} was deleted.`;
    return options.json ? printJson({ message }) : print(`${message}\n`);
  });
}

/** Such as `owner of account 019a…`. */
async function describeRoles(store: ControlStore, { uuid }: User): Promise<string> {
  const memberships = await store.memberships.listOf(uuid);
  const roleNames = memberships.map(({ accountUuid, role }) => `${role} of account ${accountUuid}`);
  return roleNames.join(', ') || 'a member of no account';
}

async function findUser(store: ControlStore, emailText: string): Promise<User> {
  const uuid = parseUuid(emailText);
  const email = uuid ?? readText(emailText, userResource.attributes.email);
  const found = uuid === undefined ? await findOnly(store, email) : await store.users.find(uuid);
  if (!found) throw new ServiceError('not_found', `there is no user ${quoteValue(email)}`);
  return found;
}

async function findOnly(store: ControlStore, email: string): Promise<User | undefined> {
  const users = (await store.users.findAllByEmail(email)).map(({ user }) => user);
  if (users.length < 2) return users[0];
  const lines = await Promise.all(
    users.map(async (user) => `  ${user.uuid}  ${await describeRoles(store, user)}`),
  );
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
  user: User,
  { text, isRandom }: Password,
  options: PasswordOptions,
): Promise<void> {
  if (options.json) return printJson({ ...userToWire(user), ...(isRandom ? { password: text } : {}) });
  note(isRandom ? `${message} The password, which is not shown again:` : message);
  return isRandom ? print(`${text}\n`) : Promise.resolve();
}
