import { callQuery } from '#web/lib/http/queries.ts';
import { textOf } from '#web/lib/i18n/i18n.ts';
import { queryClient } from '#web/lib/query-client.ts';
import type { FieldDraft } from '#web/record/designer/field-drafts.ts';
import { Uses } from '#web/record/designer/life/field-uses.tsx';
import { confirm, notice, toast } from '#web/ui/feedback.tsx';
import { formLifeCalls } from '#shared/record/form-life/form-life-calls.ts';

/**
 * Asks before a stored field leaves the form, with what uses it; false where it has to stay, or shall. `label` is null for
 * forms of no record type.
 */
export async function askRemoval(
  label: number | null,
  { fieldId, name }: Pick<FieldDraft, 'fieldId' | 'name'>,
  drafts: readonly FieldDraft[],
): Promise<boolean> {
  if (fieldId === null) return true;
  const title = textOf('designer.remove_question', { name });
  if (label === null) return confirm({ title, text: textOf('designer.remove_effect'), isDangerous: true });
  try {
    const uses = await queryClient.fetchQuery({ ...callQuery(formLifeCalls.uses, { label, fieldId }), staleTime: 0 });
    // a formula that leaves the form with it is no hindrance, nor a default that is none any more
    const stays = (kind: string, user: number | null) =>
      user === null ||
      drafts.some((draft) => draft.fieldId === user && (kind !== 'default' || draft.defaultFormula !== null));
    const blocking = uses.filter(
      ({ kind, blocks, list }) => blocks === 1 && list.some(({ fieldId: user }) => stays(kind, user)),
    );
    if (blocking.length > 0) {
      await notice({ title: textOf('form_life.cannot_remove', { name }), text: <Uses uses={blocking} /> });
      return false;
    }
    const losing = uses.filter(({ blocks }) => blocks === 0);
    const effect = (
      <>
        <p>{textOf('form_life.remove_effect')}</p>
        {losing.length > 0 && (
          <>
            <p>{textOf('form_life.losing')}</p>
            <Uses uses={losing} />
          </>
        )}
      </>
    );
    return await confirm({ title, text: effect, isDangerous: true });
  } catch (error) {
    toast.error(error instanceof Error ? error.message : String(error));
    return false;
  }
}
