import { FileOutlined, FileTextOutlined, PictureOutlined, PlayCircleOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { MoreMenu } from '#web/ui/page/more-menu.tsx';
import { FilePicture } from '#web/ui/pictures/file-picture.tsx';
import type { TableColumnType } from '#web/ui/plain-table.tsx';
import { StatusTag } from '#web/ui/status-tag.tsx';
import { OptionChip } from '#web/ui/values/chip.tsx';
import { Dash } from '#web/ui/values/dash.tsx';
import { hueOf } from '#web/ui/values/hue-of.ts';
import { Moment } from '#web/ui/values/moment.tsx';
import type { GuideCase, GuideItem, GuideModule } from '#shared/crm/operation-guide/guide-calls.ts';
import styles from './operation-guide.module.css';

interface RowActs {
  readonly show: (row: GuideItem) => void;
  readonly edit: (row: GuideItem) => void;
  readonly setStatus: (row: GuideItem, status: 0 | 1) => void;
  readonly move: (row: GuideItem, to: 'up' | 'down' | 'top') => void;
  readonly remove: (rows: readonly GuideItem[]) => Promise<void>;
}

interface RowProps {
  readonly row: GuideItem;
  readonly acts: RowActs;
}

/** The columns of the list, with the acts on a row. */
export function useGuideColumns(acts: RowActs): (TableColumnType<GuideItem> & { width: number })[] {
  const text = useText();
  return [
    {
      key: 'title',
      title: text('guide.title'),
      width: 300,
      fixed: 'left',
      render: (_value, row) => (
        <span className={styles['name']}>
          <Cover row={row} />
          <Title row={row} acts={acts} />
        </span>
      ),
    },
    {
      key: 'module',
      title: text('guide.module'),
      width: 128,
      ellipsis: true,
      render: (_value, { module }) => text(`guide.module_${module as GuideModule}`),
    },
    {
      key: 'case',
      title: text('guide.case_type'),
      width: 128,
      ellipsis: true,
      render: (_value, row) => <Case row={row} />,
    },
    { key: 'tags', title: text('guide.tags'), width: 180, render: (_value, row) => <Tags row={row} /> },
    {
      key: 'kind',
      title: text('guide.kind'),
      width: 84,
      render: (_value, { type }) => text(`guide.kind_${type}`),
    },
    { key: 'status', title: text('guide.status'), width: 88, render: (_value, row) => <Status row={row} /> },
    {
      key: 'views',
      title: text('guide.views'),
      width: 96,
      align: 'right',
      render: (_value, { viewCount }) => viewCount,
    },
    {
      key: 'changed',
      title: text('guide.changed'),
      width: 132,
      render: (_value, { updateTime }) => <Moment value={updateTime} />,
    },
    {
      key: 'acts',
      title: text('guide.acts'),
      width: 112,
      fixed: 'right',
      render: (_value, row) => (
        <span className={styles['acts']}>
          <Button
            type="link"
            size="small"
            aria-label={text('guide.edit_named', { title: row.title })}
            onClick={() => acts.edit(row)}
          >
            {text('action.edit')}
          </Button>
          <Menu row={row} acts={acts} />
        </span>
      ),
    },
  ];
}

const kindIcons = {
  image: PictureOutlined,
  video: PlayCircleOutlined,
  article: FileTextOutlined,
  file: FileOutlined,
} as const;

/** The picture, or the sign of its kind. */
function Cover({ row: { cover, type } }: Pick<RowProps, 'row'>) {
  const Icon = kindIcons[type];
  if (cover !== '') return <FilePicture link={cover} alt="" width={44} height={28} />;
  return (
    <span className={styles['no-cover']}>
      <Icon aria-hidden />
    </span>
  );
}

/** Opens what it names, as colleagues do. */
function Title({ row, acts }: RowProps) {
  const text = useText();
  return (
    <Button
      type="text"
      className={styles['open'] ?? ''}
      title={row.title}
      aria-label={text('guide.open_named', { title: row.title })}
      onClick={() => acts.show(row)}
    >
      {row.title}
    </Button>
  );
}

function Case({ row: { caseType } }: Pick<RowProps, 'row'>) {
  const text = useText();
  return caseType === null ? <Dash /> : text(`guide.case_${caseType as GuideCase}`);
}

function Tags({ row: { tags } }: Pick<RowProps, 'row'>) {
  if (tags.length === 0) return <Dash />;
  return (
    <span className={styles['tags']}>
      {tags.map((tag) => (
        <OptionChip key={tag} option={tag} hue={hueOf(tag, tags)} />
      ))}
    </span>
  );
}

function Status({ row: { status } }: Pick<RowProps, 'row'>) {
  const text = useText();
  return status === 1 ? (
    <StatusTag tone="success">{text('guide.shown')}</StatusTag>
  ) : (
    <StatusTag tone="neutral">{text('guide.hidden')}</StatusTag>
  );
}

interface MenuProps extends RowProps {
  /** Offers the acts that a row of the table has as buttons, too. */
  readonly isWhole?: boolean;
}

function Menu({ row, acts, isWhole = false }: MenuProps) {
  const text = useText();
  const isOn = row.status === 1;
  return (
    <MoreMenu
      label={text('guide.acts_named', { title: row.title })}
      items={[
        ...(isWhole ? [{ key: 'edit', label: text('action.edit'), onClick: () => acts.edit(row) }] : []),
        ...(['up', 'down', 'top'] as const).map((to) => ({
          key: to,
          label: text(`guide.${to}`),
          onClick: () => acts.move(row, to),
        })),
        {
          key: 'status',
          label: text(isOn ? 'guide.hidden' : 'guide.shown'),
          onClick: () => acts.setStatus(row, isOn ? 0 : 1),
        },
        { key: 'delete', label: text('action.delete'), danger: true, onClick: () => void acts.remove([row]) },
      ]}
    />
  );
}

/** An item in the list on a phone; its title opens it. */
export function GuideRow({ row, acts }: RowProps) {
  const text = useText();
  return (
    <>
      <div className={styles['head']}>
        <Cover row={row} />
        <Title row={row} acts={acts} />
        <Status row={row} />
        <Menu row={row} acts={acts} isWhole />
      </div>
      <p>
        {text(`guide.module_${row.module as GuideModule}`)} · {text(`guide.kind_${row.type}`)} · {text('guide.views')}{' '}
        {row.viewCount}
      </p>
      {row.tags.length > 0 && <Tags row={row} />}
    </>
  );
}
