import {
  CloseOutlined,
  CopyOutlined,
  DownOutlined,
  PhoneOutlined,
  ShareAltOutlined,
  UpOutlined,
} from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { copyText } from '#web/lib/copy-text.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useMay } from '#web/lib/session/session.ts';
import type { Chip } from '#web/record/cells/chip.ts';
import { PhoneDigits } from '#web/record/cells/phone-digits.tsx';
import { mobileNumber, mobileOf, phoneNumbers, type PhoneNumber } from '#web/record/cells/phone-numbers.ts';
import { FieldFigure } from '#web/record/detail/field-figure.tsx';
import styles from '#web/record/detail/record-head.module.css';
import type { RecordScreen } from '#web/record/record-screen.ts';
import type { Row } from '#web/record/row.ts';
import { toast } from '#web/ui/feedback.tsx';
import { StatusTag } from '#web/ui/status-tag.tsx';
import { Dash } from '#web/ui/values/dash.tsx';
import { Due, Moment } from '#web/ui/values/moment.tsx';
import type { FilterField } from '#shared/record/calls/field-calls.ts';

interface NavigationProps {
  /** Where the record stands in its list, counted from 1; absent outside of one. */
  readonly place?: { readonly at: number; readonly of: string } | undefined;
  readonly onPrevious?: (() => void) | undefined;
  readonly onNext?: (() => void) | undefined;
  readonly onShare?: (() => void) | undefined;
  readonly onClose: () => void;
  /** On a phone what can be done stands here. */
  readonly acts?: ReactNode;
}

/** The first line of an opened record: its neighbours, its place in the list, and the way out. */
export function RecordNavigation({ place, onPrevious, onNext, onShare, onClose, acts }: NavigationProps) {
  const text = useText();
  const button = (label: string, icon: ReactNode, onClick: (() => void) | undefined) => (
    <Button
      type="text"
      size="small"
      icon={icon}
      aria-label={label}
      title={label}
      disabled={!onClick}
      onClick={onClick}
    />
  );
  return (
    <div className={styles['navigation']}>
      {button(text('detail.previous'), <UpOutlined aria-hidden />, onPrevious)}
      {button(text('detail.next'), <DownOutlined aria-hidden />, onNext)}
      {place && <span className={styles['place']}>{text('detail.place', place)}</span>}
      <span className={styles['space']} />
      {acts}
      {onShare && button(text('qr.share'), <ShareAltOutlined aria-hidden />, onShare)}
      {button(text('action.close'), <CloseOutlined aria-hidden />, onClose)}
    </div>
  );
}

interface HeadProps {
  readonly screen: RecordScreen;
  readonly record: Row;
  readonly fields: readonly FilterField[];
  readonly title: string;
  /** Buttons of what can be done with it. */
  readonly acts: ReactNode;
}

/** The head of an opened record: its name with its states, what can be done, and what one looks up first. */
export function RecordHead({ screen, record, fields, title, acts }: HeadProps) {
  return (
    <>
      <div className={styles['title']}>
        <h2 title={title}>{title}</h2>
        {screen.chips(record, fields).map((chip, at) => (
          <StateChip key={at} {...chip} />
        ))}
        <span className={styles['space']} />
        {acts}
      </div>
      <Facts screen={screen} record={record} fields={fields} />
    </>
  );
}

function StateChip({ label, params, tone, to }: Chip) {
  const text = useText();
  const may = useMay();
  const tag = <StatusTag tone={tone}>{text(label, params)}</StatusTag>;
  if (!to) return tag;
  return may(to.access) ? <Link to={to.path}>{tag}</Link> : null;
}

/** Next contact, number and the main figures (R12.2). */
function Facts({ screen, record, fields }: Pick<HeadProps, 'screen' | 'record' | 'fields'>) {
  const text = useText();
  const next = record['nextTime'];
  const mobile = mobileNumber(record);
  const hasMobile = screen.figures.some((figure) => 'isMobile' in figure);
  const figures = screen.figures.flatMap((figure): { name: string; value: ReactNode }[] => {
    if ('time' in figure)
      return [{ name: text(figure.label), value: <Moment value={String(record[figure.time] ?? '')} /> }];
    if ('isMobile' in figure)
      return [{ name: text(figure.label), value: mobile ? <NumberActs number={mobile} /> : mobileOf(record) }];
    if ('label' in figure)
      return figure.fits?.(record) === false ? [] : [{ name: text(figure.label), value: figure.show(record) }];
    const field = fields.find(({ fieldName }) => fieldName === figure.field);
    return field && Object.hasOwn(record, figure.field)
      ? [{ name: field.name, value: <FieldFigure field={field} value={record[figure.field]} /> }]
      : [];
  });
  const shown = [
    ...(typeof next === 'string' && next !== ''
      ? [
          {
            name: text('detail.next_time'),
            value: <Due value={next} isMet={String(record['lastTime'] ?? '') >= next} />,
          },
        ]
      : []),
    ...figures,
  ];
  return (
    <dl className={styles['facts']}>
      {shown.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value || <Dash />}</dd>
        </div>
      ))}
      {phoneNumbers(record)
        .filter(({ shown }) => !hasMobile || shown !== mobile?.shown)
        .map((number) => (
          <div key={number.shown}>
            <dt className="only-read">{text('cell.number')}</dt>
            <dd>
              <NumberActs number={number} />
            </dd>
          </div>
        ))}
    </dl>
  );
}

/** A number, to call and to copy. */
function NumberActs({ number: { shown, href } }: { readonly number: PhoneNumber }) {
  const text = useText();
  return (
    <span className={styles['number']}>
      <a href={href} aria-label={text('cell.call', { number: shown })}>
        <PhoneOutlined aria-hidden /> <PhoneDigits shown={shown} />
      </a>
      <Button
        type="text"
        size="small"
        icon={<CopyOutlined aria-hidden />}
        aria-label={text('cell.copy', { name: shown })}
        onClick={() => void copyText(shown).then(() => toast.success(text('cell.copied')))}
      />
    </span>
  );
}
