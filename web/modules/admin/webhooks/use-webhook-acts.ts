import { useState } from 'react';
import { useAction } from '#web/lib/http/queries.ts';
import { textOf } from '#web/lib/i18n/i18n.ts';
import type { ToldSecret } from '#web/modules/admin/webhooks/secret-dialog.tsx';
import { confirm, toast } from '#web/ui/feedback.tsx';
import { webhookCalls, type Webhook } from '#shared/admin/webhooks/webhook-calls.ts';

type Named = Pick<Webhook, 'id' | 'name'>;

/** What can be done with a webhook beside editing it. */
export function useWebhookActs() {
  const [told, setTold] = useState<ToldSecret | null>(null);
  const refreshes = [webhookCalls.list];
  const secret = useAction(webhookCalls.newSecret, { refreshes });
  const test = useAction(webhookCalls.test, { refreshes: [webhookCalls.list, webhookCalls.log] });
  const remove = useAction(webhookCalls.remove, { refreshes });
  const tell = ({ id, name }: Named) =>
    secret.mutate({ id }, { onSuccess: (answer) => setTold({ name, secret: answer.secret }) });
  return {
    /** A secret that has just been made. */
    told,
    forget: () => setTold(null),
    /** Makes the first secret. */
    tell,
    newSecret: async (webhook: Webhook) => {
      const { name, hasSecret } = webhook;
      const title = textOf('webhook.new_secret_question', { name });
      const question = {
        title,
        text: textOf('webhook.new_secret_effect'),
        okText: textOf('webhook.new_secret'),
        isDangerous: true,
      };
      if (hasSecret === 0 || (await confirm(question))) tell(webhook);
    },
    test: ({ id }: Named, onSent: () => void) =>
      test.mutate(
        { id },
        {
          onSuccess: () => {
            toast.success(textOf('webhook.tested'));
            onSent();
          },
        },
      ),
    remove: async ({ id, name }: Named) => {
      const title = textOf('webhook.delete_question', { name });
      const text = textOf('webhook.delete_effect');
      if (await confirm({ title, text, okText: textOf('action.delete'), isDangerous: true }))
        remove.mutate({ id }, { onSuccess: () => toast.success(textOf('webhook.deleted')) });
    },
  };
}
