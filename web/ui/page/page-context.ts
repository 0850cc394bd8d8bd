import { createContext } from 'react';
import type { MessageKey } from '#shared/i18n/translate.ts';

/** What the page is for, opened next to its title; null for none. */
export const PageHelpContext = createContext<MessageKey | null>(null);

/** On a phone the title and the acts of a page stand in the header, its only line; null until that is there. */
export const HeaderSlotContext = createContext<HTMLElement | null>(null);
