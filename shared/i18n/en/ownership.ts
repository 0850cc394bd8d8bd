import type { ownership as chinese } from '#shared/i18n/cn/ownership.ts';

export const ownership = {
  'history.edited': 'edited the {noun} together with others',
  'history.transferred': 'transferred the {noun} to {name}',
  'history.members_added': 'added {name} to the team',
  'history.members_changed': 'changed the power of {name} in the team',
  'history.members_removed': 'removed {name} from the team',
  'history.locked': 'locked the customer.',
  'history.unlocked': 'unlocked the customer.',
  'history.deal_changed': 'changed the deal status to {status}',
  'history.put_in_pool': 'put the customer into the pool',
  'history.distributed': 'assigned the customer to {name}',
  'history.received': 'claimed the customer',
  'history.merged': 'merged the customer {title} into this one',
  'history.act_undone': 'undid an act on many and brought the former values back',
  'deal.0': 'no deal',
  'deal.1': 'deal made',
  'team.owner_power': 'owner',
  'team.read': 'read',
  'team.write': 'read and write',
  'team.owner_role': 'Owner',
  'team.member_role': 'Member',
} as const satisfies Record<keyof typeof chinese, string>;
