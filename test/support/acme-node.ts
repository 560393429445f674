/** One node that orders certificates, in this process: its control store, its issuer, and a server for challenges. */

import { once } from 'node:events';
import http from 'node:http';
import { pino } from 'pino';
import type { ControlLocation } from '../../src/control/location.ts';
import { ControlStore } from '../../src/control/store.ts';
import { systemClock } from '../../src/core/clock.ts';
import { Accounts } from '../../src/features/accounts/account-store.ts';
import { AutomaticCertificateList } from '../../src/features/automatic-certificates/certificate-list.ts';
import { AutomaticCertificates } from '../../src/features/automatic-certificates/certificate-store.ts';
import { Redirects } from '../../src/features/redirects/redirect-store.ts';
import { redirectResource } from '../../src/resources/redirect.ts';
import {
  CertificateIssuance,
  type CertificateIssuanceOptions,
} from '../../src/service/certificate-issuance.ts';
import { ChallengeAnswers } from '../../src/service/challenge-answers.ts';

export type AcmeNodeOptions = {
  readonly location: ControlLocation;
  readonly secretKey: string;
  readonly directoryUrl: string;
  /** Asked after that one. */
  readonly furtherDirectoryUrls?: readonly string[];
  readonly weeklyBudget?: number;
  readonly whyElsewhere?: CertificateIssuanceOptions['whyElsewhere'];
  readonly externalAccount?: { readonly keyId: string; readonly hmacKey: string };
};

export class AcmeNode implements AsyncDisposable {
  readonly store: ControlStore;
  readonly certificates: CertificateIssuance;
  readonly challenges: ChallengeAnswers;
  /** Lines of the log. */
  readonly lines: string[];

  private constructor(store: ControlStore, certificates: CertificateIssuance, lines: string[]) {
    this.store = store;
    this.certificates = certificates;
    this.challenges = new ChallengeAnswers(store.acmeChallenges, systemClock);
    this.lines = lines;
  }

  static async open(options: AcmeNodeOptions): Promise<AcmeNode> {
    const { location, secretKey, directoryUrl, weeklyBudget = 0, externalAccount } = options;
    const store = await ControlStore.open(location, systemClock, { kind: 'given', keys: secretKey });
    await store.secretKeys.prepare();
    const lines: string[] = [];
    const certificates = new CertificateIssuance(store, {
      acme: {
        authorities: [
          { directoryUrl, externalAccount },
          ...(options.furtherDirectoryUrls ?? []).map((url) => ({
            directoryUrl: url,
            externalAccount: undefined,
          })),
        ],
        email: 'ops@example.com',
        weeklyBudget,
        ordersPer3h: 0,
      },
      edge: { httpPort: 80, httpsPort: 0 },
      whyElsewhere: options.whyElsewhere ?? (async () => undefined),
      judgeCaa: async () => ({ state: 'ok' }),
      onIssued: async () => {},
      clock: systemClock,
      logger: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }),
    });
    return new AcmeNode(store, certificates, lines);
  }

  /** Redirects of a new account for hosts that are wanted. */
  async want(hosts: readonly string[]): Promise<void> {
    const { uuid } = await new Accounts(this.store).create('Acme');
    for (const sourceHost of hosts) {
      await new Redirects(this.store).create(uuid, {
        ...redirectResource.defaults,
        sourceHost,
        destinationUrl: 'https://www.example.com',
      });
      await new AutomaticCertificates(this.store).want(sourceHost);
    }
  }

  /** Makes all hosts due that wait. */
  async hurry(hosts: readonly string[]): Promise<void> {
    for (const host of hosts) await new AutomaticCertificates(this.store).wantNow(host);
  }

  /** Of those hosts that have one: fingerprints of their certificates. */
  async fingerprints(hosts: readonly string[]): Promise<string[]> {
    const found = await Promise.all(hosts.map((host) => this.store.certificates.findForHost(host)));
    return found.flatMap((certificates) => certificates.map(({ fingerprint }) => fingerprint));
  }

  /** Why the last attempt for a host failed. */
  async lastError(host: string): Promise<string | null> {
    return (await new AutomaticCertificateList(this.store).find(host))?.lastError ?? null;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.certificates[Symbol.asyncDispose]();
    await this.store[Symbol.asyncDispose]();
  }
}

/** Answers authorities as the edge does, with what any of the nodes knows. */
export class ChallengeServer implements AsyncDisposable {
  readonly #server: http.Server;
  /** Another answer to all of them, when set. */
  fault: 'silent' | 'wrong' | undefined;
  /** Those that were met with silence. */
  readonly unanswered: http.IncomingMessage[] = [];
  node: AcmeNode | undefined;

  private constructor(server: http.Server) {
    this.#server = server;
  }

  static async start(port: number): Promise<ChallengeServer> {
    const server = http.createServer((request, answer) => {
      if (challenges.fault === 'silent') {
        challenges.unanswered.push(request);
        return;
      }
      if (challenges.fault === 'wrong') {
        answer.end('something else');
        return;
      }
      const host = (request.headers.host ?? '').replace(/:\d+$/, '');
      const token = (request.url ?? '').split('/').at(-1) ?? '';
      void challenges.#answer(host, token, answer);
    });
    const challenges = new ChallengeServer(server);
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return challenges;
  }

  async #answer(host: string, token: string, answer: http.ServerResponse): Promise<void> {
    const text = (await this.node?.challenges.keyAuthorizationFor(host, token)) ?? '';
    answer.statusCode = text === '' ? 404 : 200;
    answer.end(text);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
