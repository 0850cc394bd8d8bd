import { useText } from '#web/lib/i18n/i18n.ts';
import { comingAlong, type MergePreview } from '#web/record/merge/merge-choice.ts';
import styles from '#web/record/merge/merge-dialog.module.css';

interface EffectProps {
  readonly preview: MergePreview;
  readonly survivor: number;
}

/** The effect of the merge as text, above its button. */
export function MergeEffect({ preview, survivor }: EffectProps) {
  const text = useText();
  const target = preview.rows.find((row) => row.id === survivor)?.name ?? '';
  const sources = preview.rows
    .filter((row) => row.id !== survivor)
    .map((row) => row.name)
    .join(text('record_action.comma'));
  const moves = comingAlong(preview, survivor).map((one) => text('merge.moves_line', one));
  const linesOf = (isSurvivor: boolean): number =>
    preview.rows.reduce(
      (sum, { id, lines = 0 }) => ((id === survivor ? isSurvivor : !isSurvivor) ? sum + lines : sum),
      0,
    );
  return (
    <section className={styles['effect']} aria-live="polite">
      <p>{text('merge.effect', { sources, target })}</p>
      <ul>
        <li>{moves.length > 0 ? moves.join(text('record_action.comma')) : text('merge.nothing')}</li>
        {linesOf(false) > 0 && (
          <li>{text('merge.lines_stay', { target, kept: linesOf(true), gone: linesOf(false), sources })}</li>
        )}
        <li>{text('merge.members_join', { target })}</li>
        <li>{text('merge.to_bin', { sources })}</li>
      </ul>
    </section>
  );
}
