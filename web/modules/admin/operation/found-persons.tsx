import { Button, Checkbox, Select } from 'antd';
import { useState } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { confirm } from '#web/ui/feedback.tsx';
import { StatusTag } from '#web/ui/status-tag.tsx';
import {
  erasureGrounds,
  foundAtMost,
  type ErasureGround,
  type FoundPerson,
  type KeptByLaw,
} from '#shared/admin/erasure/erasure-calls.ts';
import styles from './operation.module.css';

interface FoundPersonsProps {
  readonly found: { readonly list: readonly FoundPerson[]; readonly kept: readonly KeptByLaw[] };
  readonly isErasing: boolean;
  readonly onErase: (chosen: { place: string; id: number }[], ground: ErasureGround) => void;
}

const keyOf = ({ place, id }: FoundPerson): string => `${place}/${id}`;

/** Where somebody is known: what is chosen is erased; the same name is chosen to begin with. */
export function FoundPersons({ found: { list, kept }, isErasing, onErase }: FoundPersonsProps) {
  const text = useText();
  const [chosen, setChosen] = useState(
    () => new Set(list.filter(({ isSame, isAtWork }) => isSame === 1 && isAtWork === 0).map(keyOf)),
  );
  const [ground, setGround] = useState<ErasureGround>('withdrawn');
  const handleErase = async () => {
    const isSure = await confirm({
      title: text('erasure.question', { count: chosen.size }),
      text: text('erasure.effect'),
      okText: text('erasure.erase'),
      isDangerous: true,
    });
    if (!isSure) return;
    const wanted = list.filter((one) => chosen.has(keyOf(one)));
    onErase(
      wanted.map(({ place, id }) => ({ place, id })),
      ground,
    );
  };
  const isCut = [...Map.groupBy(list, ({ place }) => place).values()].some((own) => own.length >= foundAtMost);
  return (
    <>
      <p role="status">
        {list.length === 0 ? text('erasure.found_none') : text('erasure.found', { count: list.length })}
      </p>
      {isCut && <p className={styles['todo']}>{text('erasure.found_many', { count: foundAtMost })}</p>}
      <ul className="boxes">
        {list.map((one) => (
          <Found
            key={keyOf(one)}
            one={one}
            isChosen={chosen.has(keyOf(one))}
            isErasing={isErasing}
            onChoose={(isChosen) => {
              const next = new Set(chosen);
              if (isChosen) next.add(keyOf(one));
              else next.delete(keyOf(one));
              setChosen(next);
            }}
          />
        ))}
      </ul>
      {kept.length > 0 && (
        <>
          <h2 className={styles['title']}>{text('erasure.kept')}</h2>
          <ul>
            {kept.map((one) => (
              <li key={one.what}>{text('erasure.kept_row', { what: one.what, count: one.count, why: one.why })}</li>
            ))}
          </ul>
        </>
      )}
      {list.length > 0 && (
        <div className={`${styles['bar'] ?? ''} ${styles['below'] ?? ''}`}>
          <Select
            className={styles['person'] ?? ''}
            aria-label={text('erasure.ground')}
            disabled={isErasing}
            value={ground}
            options={erasureGrounds.map((value) => ({ value, label: text(`erasure.ground.${value}`) }))}
            onChange={setGround}
          />
          <Button
            danger
            type="primary"
            disabled={chosen.size === 0}
            loading={isErasing}
            onClick={() => void handleErase()}
          >
            {text('erasure.erase')}
          </Button>
          {isErasing && <span role="status">{text('erasure.erasing')}</span>}
        </div>
      )}
    </>
  );
}

interface FoundProps {
  readonly one: FoundPerson;
  readonly isChosen: boolean;
  readonly isErasing: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}

function Found({ one, isChosen, isErasing, onChoose }: FoundProps) {
  const text = useText();
  const { title, placeName, hint, ownerUserName, isSame, isDeleted, isAtWork, keepsName } = one;
  return (
    <li className={styles['row']}>
      <div className={styles['about']}>
        <Checkbox
          checked={isChosen}
          disabled={isAtWork === 1 || isErasing}
          onChange={({ target }) => onChoose(target.checked)}
          aria-label={`${title} ${placeName}`}
        >
          <strong>{title}</strong> {placeName}
        </Checkbox>
        {isSame === 1 && <StatusTag tone="primary">{text('erasure.same')}</StatusTag>}
        {isDeleted === 1 && <StatusTag tone="neutral">{text('erasure.deleted')}</StatusTag>}
        {(hint !== '' || ownerUserName !== '') && (
          <p className={styles['quiet']}>{[hint, ownerUserName].filter((part) => part !== '').join(' · ')}</p>
        )}
        {keepsName !== '' && <p>{text('erasure.keeps_name', { what: keepsName })}</p>}
        {isAtWork === 1 && <p className={styles['quiet']}>{text('erasure.working')}</p>}
      </div>
    </li>
  );
}
