import { useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import { isFixed, type LineSetup } from '#web/record/lines/form-lines.ts';
import { LineCards } from '#web/record/lines/line-cards.tsx';
import { inputId } from '#web/record/lines/line-row.tsx';
import { LinesEditor } from '#web/record/lines/lines-editor.tsx';
import styles from '#web/record/lines/lines.module.css';
import { ReadLines } from '#web/record/lines/lines-table.tsx';
import { useLineSource, useTakingLines } from '#web/record/lines/pick/line-source.ts';
import { PickButton } from '#web/record/lines/pick/pick-button.tsx';
import type { LineState } from '#web/record/lines/use-lines.ts';

/** Problems reported as text below the lines; others are only marked at the cells. */
const mostSaid = 5;

interface DocumentLinesProps {
  readonly setup: LineSetup;
  readonly state: LineState;
}

/** The lines of a document in its form, with their problems as text. */
export function DocumentLines({ setup, state: own }: DocumentLinesProps) {
  const text = useText();
  const isPhone = useIsPhone();
  const source = useLineSource(setup);
  const state = useTakingLines(own, source);
  const { lines, errors } = state;
  // a state or a role may lock them as a whole: then none can be added or removed either
  if (setup.fields.every((field) => isFixed(setup, field)))
    return <ReadLines setup={setup} lines={lines.map(({ id, read }) => ({ id: id ?? 0, values: read }))} />;
  const problems = [
    ...Object.values(errors[''] ?? {}).map((message) => ({ id: '', message })),
    ...lines.flatMap(({ key }, at) =>
      setup.fields.flatMap(({ fieldName, name }) => {
        const message = errors[key]?.[fieldName] ?? '';
        if (message === '') return [];
        // some messages name no field, because a form shows them next to it
        const named = message.includes(name)
          ? `${text('lines.line', { line: at + 1 })} ${message}`
          : text('lines.value', { name: text('lines.at', { line: at + 1, name }), reason: message });
        return [{ id: inputId({ key, fieldName }), message: named }];
      }),
    ),
  ];
  return (
    <section data-field={setup.lines.key}>
      {source && (
        <div className={styles['pick']}>
          <PickButton setup={setup} state={state} source={source} />
        </div>
      )}
      {isPhone ? <LineCards setup={setup} state={state} /> : <LinesEditor setup={setup} state={state} />}
      {problems.length > 0 && (
        <ul role="alert" className={styles['problems']}>
          {problems.slice(0, mostSaid).map(({ id, message }) => (
            <li key={`${id} ${message}`}>{message}</li>
          ))}
          {problems.length > mostSaid && <li>{text('lines.more_problems', { count: problems.length - mostSaid })}</li>}
        </ul>
      )}
    </section>
  );
}
