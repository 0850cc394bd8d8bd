import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/shell/keys/keys-dialog.module.css';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import type { MessageKey } from '#shared/i18n/translate.ts';

interface KeyGroup {
  readonly title: MessageKey;
  readonly keys: readonly { readonly signs: readonly string[]; readonly word: MessageKey }[];
}

/** All keys by where they work. */
const groups: readonly KeyGroup[] = [
  {
    title: 'keys.everywhere',
    keys: [
      { signs: ['/', 'Ctrl K'], word: 'keys.search' },
      { signs: ['Ctrl Z'], word: 'keys.undo' },
      { signs: ['?'], word: 'keys.help' },
      { signs: ['Esc'], word: 'keys.close' },
    ],
  },
  {
    title: 'keys.list',
    keys: [
      { signs: ['F'], word: 'keys.find' },
      { signs: ['N'], word: 'keys.create' },
      { signs: ['↑', '↓'], word: 'keys.rows' },
      { signs: ['←', '→'], word: 'keys.cells' },
      { signs: ['↵'], word: 'keys.open' },
      { signs: ['F2'], word: 'keys.edit' },
      { signs: ['X'], word: 'keys.select' },
    ],
  },
  {
    title: 'keys.record',
    keys: [
      { signs: ['J', 'K'], word: 'keys.neighbours' },
      { signs: ['A'], word: 'keys.pass' },
      { signs: ['R'], word: 'keys.reject' },
      { signs: ['Ctrl ↵'], word: 'keys.publish' },
    ],
  },
  {
    title: 'keys.dates',
    keys: [{ signs: ['↑', '↓'], word: 'keys.days' }],
  },
];

/** The list of keys. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  return (
    <Dialog open width={560} title={text('keys.title')} footer={null} onCancel={onClose}>
      {groups.map(({ title, keys }) => (
        <section key={title} className={styles['group']}>
          <h3>{text(title)}</h3>
          <dl>
            {keys.map(({ signs, word }) => (
              <div key={word}>
                <dt>
                  {signs.map((sign) => (
                    <kbd key={sign}>{sign}</kbd>
                  ))}
                </dt>
                <dd>{text(word)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
