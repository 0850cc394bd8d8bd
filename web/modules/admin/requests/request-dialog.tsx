import { Alert, Button, Input } from 'antd';
import { useState } from 'react';
import { useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { useSession } from '#web/lib/session/session.ts';
import { toast } from '#web/ui/feedback.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { requestStates, rightsRequestCalls, type RightsRequest } from '#shared/admin/rights-request-calls.ts';
import { tellLinks } from '#web/modules/admin/tell-links.tsx';
import styles from '#web/modules/admin/requests.module.css';

interface DialogProps {
  readonly request: RightsRequest;
  readonly onClose: () => void;
}

const refreshes = [rightsRequestCalls.list, rightsRequestCalls.count];

/** What would change, for whom and who asked; confirming, declining, or taking back one's own. */
export function RequestDialog({ request, onClose }: DialogProps) {
  const text = useText();
  const { user } = useSession();
  const [reason, setReason] = useState('');
  const { requestId, changes, gains, isStale, mayDecide, hasLink, state } = request;
  const confirm = useAction(rightsRequestCalls.confirm, {
    refreshes,
    onDone: ({ links }) => {
      onClose();
      if (links.length === 0) toast.success(textOf('rights.confirmed'));
      else void tellLinks(links);
    },
  });
  const ended = (message: 'rights.declined' | 'rights.withdrawn') => ({
    refreshes,
    onDone: () => {
      onClose();
      toast.success(textOf(message));
    },
  });
  const decline = useAction(rightsRequestCalls.decline, ended('rights.declined'));
  const withdraw = useAction(rightsRequestCalls.withdraw, ended('rights.withdrawn'));
  const isOwn = request.askedBy === user.userId && state === requestStates.waiting;
  return (
    <Dialog
      open
      title={text('rights.look_title')}
      width={560}
      onCancel={onClose}
      footer={
        <>
          {isOwn && (
            <Button loading={withdraw.isPending} onClick={() => withdraw.mutate({ requestId })}>
              {text('rights.withdraw')}
            </Button>
          )}
          {mayDecide === 1 && (
            <>
              <Button danger loading={decline.isPending} onClick={() => decline.mutate({ requestId, reason })}>
                {text('rights.decline')}
              </Button>
              <Button
                type="primary"
                disabled={isStale === 1}
                loading={confirm.isPending}
                onClick={() => confirm.mutate({ requestId })}
              >
                {text('rights.confirm')}
              </Button>
            </>
          )}
        </>
      }
    >
      <ul className={styles['changes']}>
        {changes.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p className={styles['note']}>{text('rights.asked', { name: request.askedByName, time: request.askedAt })}</p>
      {gains !== '' && <p className={styles['note']}>{text('rights.gives', { names: gains })}</p>}
      {state !== requestStates.waiting && (
        <p className={styles['note']}>
          {text('rights.decided_by', { name: request.decidedByName, time: request.decidedAt })}
        </p>
      )}
      {request.reason !== '' && <p>{text('rights.reason_given', { reason: request.reason })}</p>}
      {isStale === 1 && <Alert type="warning" showIcon title={text('rights.stale')} />}
      {mayDecide === 1 && (
        <>
          {hasLink === 1 && <p className={styles['note']}>{text('rights.link_hint')}</p>}
          <Input.TextArea
            className={styles['reason'] ?? ''}
            rows={3}
            showCount
            aria-label={text('rights.reason')}
            placeholder={text('rights.reason')}
            value={reason}
            maxLength={200}
            onChange={(event) => setReason(event.target.value)}
          />
        </>
      )}
    </Dialog>
  );
}
