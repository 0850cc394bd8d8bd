import { Button } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { StatusTag, type StatusTone } from '#web/ui/status-tag.tsx';
import { Moment } from '#web/ui/values/moment.tsx';
import type { ProgramRow } from '#shared/admin/programs/program-calls.ts';
import styles from './programs.module.css';

interface ProgramListProps {
  readonly list: readonly ProgramRow[];
  /** Whether it has to be said for whom they act. */
  readonly namesPeople: boolean;
  readonly onEnd: (program: ProgramRow) => void;
}

const tones: Readonly<Record<ProgramRow['state'], StatusTone>> = { good: 'success', soon: 'warning', over: 'neutral' };
/** So many abilities are named; the others are counted, and named on hover. */
const mostNamed = 6;

/** Tokens of programs: what each may do, for whom, until when, and when it was used. */
export const ProgramList = ({ list, namesPeople, onEnd }: ProgramListProps) => (
  <ul className="boxes">
    {list.map((program) => (
      <Program key={program.loginId} program={program} namesPeople={namesPeople} onEnd={() => onEnd(program)} />
    ))}
  </ul>
);

interface ProgramProps {
  readonly program: ProgramRow;
  readonly namesPeople: boolean;
  readonly onEnd: () => void;
}

function Program({ program, namesPeople, onEnd }: ProgramProps) {
  const text = useText();
  const { name, abilityNames, isCompany, state, userName, makerName, expireTime, lastUsedTime, lastAddress } = program;
  const comma = text('rights.comma');
  const named = abilityNames.slice(0, mostNamed).join(comma);
  return (
    <li className={styles['program']}>
      <div className={styles['about']}>
        <strong className={styles['name']}>
          {name}
          <StatusTag tone={tones[state]}>{text(`program.state_${state}`)}</StatusTag>
          {isCompany === 1 && <StatusTag tone="primary">{text('program.kind_company')}</StatusTag>}
        </strong>
        {(namesPeople || isCompany === 1) && (
          <p>
            {text('program.for_person', { name: userName })}
            {isCompany === 1 && ` · ${text('program.made_by', { name: makerName })}`}
          </p>
        )}
        <p title={abilityNames.join(comma)}>
          {named}
          {abilityNames.length > mostNamed && ` ${text('program.more_abilities', { count: abilityNames.length })}`}
        </p>
        <p>
          {text('program.expires')} <Moment value={expireTime} /> ·{' '}
          {lastUsedTime === '' ? (
            text('program.never_used')
          ) : (
            <>
              {text('program.last_used')} <Moment value={lastUsedTime} /> · {lastAddress}
            </>
          )}
        </p>
      </div>
      <Button danger aria-label={text('program.end_named', { name })} onClick={onEnd}>
        {text('program.end')}
      </Button>
    </li>
  );
}
