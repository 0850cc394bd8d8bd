import { call } from '#web/lib/http/client.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { PagedSelect } from '#web/ui/paged-select.tsx';
import { anyEnabledUser, userCalls } from '#shared/admin/user-calls.ts';

export interface UserChoice {
  readonly userId: number;
  readonly realname: string;
}

interface UserPickerProps {
  readonly value: readonly UserChoice[];
  readonly onChange: (value: UserChoice[]) => void;
  readonly multiple?: boolean;
  /** Leaves agents out (R5.4). */
  readonly noAgents?: boolean;
  /** Offers agents alone. */
  readonly onlyAgents?: boolean;
  /** Only people whose records of this area and module, such as `crm:customer`, are in the reader's data scope. */
  readonly within?: string;
  readonly placeholder?: string;
  readonly isQuiet?: boolean;
  readonly id?: string;
  /** Its name where no label around it says one. */
  readonly label?: string;
  readonly disabled?: boolean;
}

const perPage = 15;

/** People of the company, 15 at a time (R24.5). */
export function UserPicker({
  value,
  onChange,
  noAgents = false,
  onlyAgents = false,
  within,
  placeholder,
  ...rest
}: UserPickerProps) {
  const text = useText();
  const input = {
    type: anyEnabledUser,
    limit: perPage,
    ...(noAgents && { agentFlag: 0 }),
    ...(onlyAgents && { agentFlag: 1 }),
    ...(within !== undefined && { within }),
  };
  return (
    <PagedSelect<number>
      {...rest}
      value={value.map(({ userId, realname }) => ({ value: userId, label: realname }))}
      onChange={(next) => onChange(next.map((one) => ({ userId: one.value, realname: one.label })))}
      placeholder={placeholder ?? text('widget.choose_user')}
      queryKey={[userCalls.list.path, input]}
      load={async (search, page, signal) => {
        const answer = await call(userCalls.list, { ...input, search, page }, { quiet: true, signal });
        const [list, isLast] = Array.isArray(answer) ? [answer, true] : [answer.list, answer.lastPage];
        const options = list.map(({ userId, realname, deptName, post }) => ({
          value: userId,
          label: realname,
          detail: [deptName, post].filter(Boolean).join(' · '),
        }));
        return { options, isLast };
      }}
    />
  );
}
