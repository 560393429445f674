/** Makes a link for the owner, or one that shares statistics. Its address is shown this one time. */
import { CopyTextButton } from '../../ui/copy-button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { languageChoices } from '../subscriptions/language-choices.ts';
import { createConnectLink, type DomainPlace, type LinkKind } from './connect-queries.ts';

const dayMs = 86_400_000;
const lifetimes = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '365', label: 'A year' },
];

type Props = {
  readonly kind: LinkKind;
  readonly host: string;
  readonly place: DomainPlace;
  readonly onClose: () => void;
};

export function ConnectLinkDialog({ kind, host, place, onClose }: Props) {
  const isShared = kind === 'statistics';
  const initial = {
    days: isShared ? '365' : '30',
    email: '',
    language: 'en',
    remind: true,
    origins: '',
  };
  const shown = isShared ? `the statistics of ${host}` : `the page of ${host}`;
  return (
    <FormDialog
      title={isShared ? `Share the statistics of ${host}` : `A link for the owner of ${host}`}
      onClose={onClose}
      initial={initial}
      fields={({ email }) => [
        ...(isShared
          ? ([
              {
                name: 'origins',
                kind: 'text',
                label: 'Sites that may embed it',
                optional: true,
                hint: 'Origins such as https://www.example.com, separated by spaces.',
                parameters: ['embed_origins'],
              },
            ] as const)
          : ([
              {
                name: 'email',
                kind: 'text',
                label: 'Email address',
                optional: true,
                type: 'email',
                hint: 'Receives the records and the link, if a mail server is set up.',
              },
              ...(email.trim() === ''
                ? []
                : ([
                    {
                      name: 'language',
                      kind: 'select',
                      label: 'Language of the email',
                      options: languageChoices,
                    },
                    {
                      name: 'remind',
                      kind: 'check',
                      label: 'Send reminders',
                      hint: 'After 2 and 7 days, until the domain is ready.',
                    },
                  ] as const)),
            ] as const)),
        {
          name: 'days',
          kind: 'select',
          label: 'Ends after',
          options: lifetimes,
          parameters: ['expires_at'],
        },
      ]}
      send={async ({ days, email, language, remind, origins }) => {
        const sentTo = email.trim();
        const chosen: (typeof languageChoices)[number]['value'] =
          languageChoices.find(({ value }) => value === language)?.value ?? 'en';
        const embedOrigins = origins.split(/[\s,]+/).filter((origin) => origin !== '');
        const { url } = await createConnectLink(place, {
          kind,
          expires_at: new Date(Date.now() + Number(days) * dayMs).toISOString(),
          ...(isShared ? { embed_origins: embedOrigins } : {}),
          ...(isShared || sentTo === '' ? {} : { email: sentTo, language: chosen, remind }),
        });
        return { url, sentTo, isEmbedded: isShared && embedOrigins.length > 0 };
      }}
      changes={['connect-links']}
      action="Create link"
      shown={({ url, sentTo, isEmbedded }) => ({
        title: 'Pass the link on',
        warning: `This is the only time the link is shown. Whoever has it sees ${shown}, and nothing else.`,
        text: url,
        label: 'Copy the link',
        more: (
          <>
            {sentTo === '' ? null : <p>The instructions were sent to {sentTo}.</p>}
            {isEmbedded ? (
              <CopyTextButton text={frameOf(url, host)}>Copy the HTML to embed it</CopyTextButton>
            ) : null}
          </>
        ),
      })}
    />
  );
}

/** Neither part has a character that means something in HTML. */
function frameOf(url: string, host: string): string {
  return `<iframe src="${url}?embed=1" title="Visitors of ${host}" width="100%" height="900" style="border:0"></iframe>`;
}
