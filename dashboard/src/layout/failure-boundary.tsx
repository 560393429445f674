/** Catches a page that crashed or couldn't be loaded, so that the frame stays usable. */
import { Component, type ReactNode } from 'react';
import { sentenceOf } from '../api/api-error.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';

type Props = {
  /** The current page; navigating to another one resets the error. */
  readonly page: string;
  readonly children: ReactNode;
};
type State = { readonly failure: unknown; readonly hasFailed: boolean };

export class FailureBoundary extends Component<Props, State> {
  override state: State = { failure: undefined, hasFailed: false };

  static getDerivedStateFromError(failure: unknown): State {
    return { failure, hasFailed: true };
  }

  override componentDidUpdate(before: Props): void {
    if (before.page !== this.props.page && this.state.hasFailed) this.setState({ hasFailed: false });
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <Page title="Something went wrong on this page">
        <Notice
          tone="danger"
          action={
            <Button size="s" onClick={() => location.reload()}>
              Reload
            </Button>
          }
        >
          {sentenceOf(this.state.failure)}
        </Notice>
      </Page>
    );
  }
}
