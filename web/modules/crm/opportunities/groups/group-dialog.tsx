import { Alert, Button } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { GroupForm } from '#web/modules/crm/opportunities/groups/group-form.tsx';
import type { GroupDraft, GroupRow } from '#web/modules/crm/opportunities/groups/group-row.ts';
import styles from '#web/modules/crm/opportunities/groups/groups.module.css';
import { StageList } from '#web/modules/crm/opportunities/groups/stage-list.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';

interface GroupDialogProps {
  /** A group, or what a new one begins with. */
  readonly given: GroupRow | GroupDraft | 'new';
  /** Begins a new group with the stages of this one. */
  readonly onCopy: (group: GroupRow) => void;
  readonly onClose: () => void;
}

/** Creates or changes a group of stages; one that opportunities are in is shown, and can be copied. */
export function GroupDialog({ given, onCopy, onClose }: GroupDialogProps) {
  const text = useText();
  const group = given !== 'new' && 'typeId' in given ? given : null;
  const isFixed = group?.inUse === 1;
  return (
    <Dialog
      open
      width={640}
      title={text(!group ? 'stage_group.new' : isFixed ? 'stage_group.view' : 'stage_group.edit', {
        name: group?.name ?? '',
      })}
      footer={null}
      mask={{ closable: isFixed }}
      onCancel={onClose}
    >
      {isFixed ? (
        <div className={styles['form']}>
          <Alert
            type="info"
            showIcon
            title={text('business_type.in_use')}
            description={text('stage_group.in_use_hint')}
          />
          <p>
            {text('stage_group.departments')}:{' '}
            {group.deptIds.map(({ name }) => name).join(text('rights.comma')) || text('stage_group.everybody')}
          </p>
          <StageList stages={group.statusList} />
          <footer>
            <Button onClick={onClose}>{text('action.close')}</Button>
            <Button type="primary" onClick={() => onCopy(group)}>
              {text('stage_group.copy')}
            </Button>
          </footer>
        </div>
      ) : (
        <GroupForm group={group} draft={given === 'new' || group ? null : (given as GroupDraft)} onClose={onClose} />
      )}
    </Dialog>
  );
}
