/** Width of an opened record: the list beside it keeps 344 pixels where the window has them. */
export const detailWidth = 'clamp(720px, 100% - 344px, 1080px)';
