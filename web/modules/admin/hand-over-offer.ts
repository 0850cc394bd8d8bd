import { useNavigate } from 'react-router';
import { call } from '#web/lib/http/client.ts';
import { textOf } from '#web/lib/i18n/i18n.ts';
import { useMay } from '#web/lib/session/session.ts';
import { toast } from '#web/ui/feedback.tsx';
import { handOverAccess, handOverCalls } from '#shared/admin/hand-over/hand-over-calls.ts';

interface Person {
  readonly userId: number;
  readonly realname: string;
}

/** The staff page, and what it reads in its address: ids of the people whose work is handed over, one after the other. */
const staffAddress = '/manager/employee-dep';
const parameter = 'hand_over';

/** People who are looked at, and names that are said; the others have the same in their menu. */
const mostAsked = 20;
const mostNamed = 3;

/**
 * Offers to hand over what somebody holds whose place has changed or who is going to be away. Says nothing to who may not
 * hand over, or about people who hold nothing that can be.
 */
export function useHandOverOffer(): (people: readonly Person[]) => Promise<void> {
  const may = useMay();
  const navigate = useNavigate();
  const open = (people: readonly Person[]) => {
    // the staff page stays as it is listed
    const params = new URLSearchParams(location.pathname === staffAddress ? location.search : '');
    params.set(parameter, people.map(({ userId }) => userId).join(','));
    void navigate(`${staffAddress}?${params.toString()}`);
  };
  return async (people) => {
    if (!may(handOverAccess)) return;
    const holders: Person[] = [];
    for (const person of people.slice(0, mostAsked)) {
      const held = await call(handOverCalls.held, { userId: person.userId }, { quiet: true }).catch(() => null);
      if (held?.holdings.some(({ movable }) => movable > 0)) holders.push(person);
    }
    if (holders.length === 0) return;
    const named = holders.slice(0, mostNamed);
    const names = named.map(({ realname }) => realname).join(textOf('rights.comma'));
    const more = holders.length - named.length;
    toast.suggest(more > 0 ? textOf('hand_over.offer_more', { names, more }) : textOf('hand_over.offer', { names }), [
      { label: textOf('hand_over.hand'), take: () => open(holders) },
      { label: textOf('hand_over.not_now'), take: () => undefined },
    ]);
  };
}
