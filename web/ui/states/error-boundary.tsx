import { Button } from 'antd';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { environment } from '#web/lib/environment.ts';
import { retryFailedPages } from '#web/lib/lazy-page.tsx';
import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/ui/states/state.module.css';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly error: unknown;
}

/** Keeps a failing part from breaking the rest of the page. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: null };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { error };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    if (environment !== 'production') console.error(error, info.componentStack);
  }

  override componentWillUnmount(): void {
    if (this.state.error !== null) retryFailedPages();
  }

  private readonly handleRetry = (): void => {
    retryFailedPages();
    this.setState({ error: null });
  };

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    return <Broken onRetry={this.handleRetry} />;
  }
}

function Broken({ onRetry }: { readonly onRetry: () => void }) {
  const text = useText();
  return (
    <div className={styles['state']} role="alert">
      <h2>{text('state.broken')}</h2>
      <p className={styles['words']}>{text('state.broken_hint')}</p>
      <Button onClick={onRetry}>{text('action.retry')}</Button>
    </div>
  );
}
