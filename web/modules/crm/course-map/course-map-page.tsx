import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { CourseMapDialog } from '#web/modules/crm/course-map/course-map-dialog.tsx';
import { CourseMapFilters } from '#web/modules/crm/course-map/course-map-filters.tsx';
import { CourseMapCard, useCourseMapColumns } from '#web/modules/crm/course-map/course-map-rows.tsx';
import { pageSizes } from '#web/record/list/list-state.ts';
import { usePlainList } from '#web/ui/plain-list/list-address.ts';
import { EditableList } from '#web/ui/plain-list/editable-list.tsx';
import { useDeletion } from '#web/ui/plain-list/use-deletion.ts';
import { courseMapCalls, type CourseMapRow } from '#shared/crm/course-map/course-map-calls.ts';
import { placeCalls } from '#shared/platform/place-calls.ts';

/** /manager/PublicCourseMapSet: who promotes public courses in which province. */
export function CourseMapPage() {
  const text = useText();
  const state = usePlainList(['search', 'region'], pageSizes);
  const [open, setOpen] = useState<{ readonly edited: CourseMapRow | null } | null>(null);
  const { filters, page, limit } = state;
  const query = useQuery({
    ...callQuery(courseMapCalls.list, { page, limit, search: filters.search, region: filters.region.slice(0, 12) }),
    placeholderData: keepPreviousData,
  });
  const remove = useDeletion(courseMapCalls.remove, {
    refreshes: [courseMapCalls.list, placeCalls.provinces],
    question: 'course_map.delete_question',
    effect: 'course_map.delete_effect',
    done: 'course_map.deleted',
  });
  const acts = { edit: (edited: CourseMapRow) => setOpen({ edited }), remove };
  const columns = useCourseMapColumns(acts);
  return (
    <EditableList
      title={text('page.course_map')}
      kinds={['course_map']}
      addText={text('course_map.add')}
      onAdd={() => setOpen({ edited: null })}
      onRemove={remove}
      query={query}
      state={state}
      columns={columns}
      nameOf={({ fullName }) => fullName}
      card={(row) => <CourseMapCard row={row} acts={acts} />}
      filters={<CourseMapFilters state={state} />}
      none={text('course_map.none')}
      noMatch={text('course_map.no_match')}
    >
      {open && <CourseMapDialog edited={open.edited} onClose={() => setOpen(null)} />}
    </EditableList>
  );
}
