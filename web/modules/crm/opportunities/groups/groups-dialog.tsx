import { useText } from '#web/lib/i18n/i18n.ts';
import { EndReasons } from '#web/modules/crm/opportunities/groups/reasons-form.tsx';
import { StageGroups } from '#web/modules/crm/opportunities/groups/stage-groups.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { Tabs } from '#web/ui/tabs.tsx';

/** Groups of stages and the reasons for an end beside the opportunities, for whoever may set up CRM. */
export function GroupsDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  return (
    <Dialog open width={1160} title={text('stage_group.title')} footer={null} onCancel={onClose} destroyOnHidden>
      <Tabs
        aria-label={text('stage_group.title')}
        items={[
          { key: 'groups', label: text('crm_business.type_id'), children: <StageGroups /> },
          { key: 'reasons', label: text('stage_group.reasons'), children: <EndReasons /> },
        ]}
      />
    </Dialog>
  );
}
