/** Leads to the identity provider's page, where there is one. The provider leads back to {@link CallbackPage}. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sentenceOf } from '../api/api-error.ts';
import { api, bodyOf } from '../api/client.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

export function ProviderButton({ invitation }: { readonly invitation?: string }) {
  const { data } = useQuery({
    queryKey: ['identity-provider'],
    queryFn: () => bodyOf(api.GET('/session/oidc')),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  if (!data?.identity_provider) return null;
  const begin = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      const body = invitation === undefined ? {} : { invitation };
      location.assign((await bodyOf(api.POST('/session/oidc', { body }))).authorization_url);
    } catch (error) {
      setProblem(sentenceOf(error));
      setBusy(false);
    }
  };
  return (
    <>
      {problem === undefined ? null : <Notice tone="danger">{problem}</Notice>}
      <Button busy={busy} onClick={() => void begin()}>
        Sign in with {data.identity_provider.name}
      </Button>
    </>
  );
}
