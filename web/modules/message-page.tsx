import { ToDoPage } from '#web/modules/crm/to-do/to-do-page.tsx';
import { toDoPanels, toDoScreens } from '#web/modules/to-do-screens.ts';

/** /crm/message (R25.1). */
export const MessagePage = () => <ToDoPage screens={toDoScreens} panels={toDoPanels} />;
