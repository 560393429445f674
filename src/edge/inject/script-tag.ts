/** The element that is added to pages. Source: docs/reference/injection.md. */
import { scriptPath } from '../../core/tracker-paths.ts';

/** ASCII, so it means the same in every encoding that pages are changed in. */
export const scriptTag: string = `<script defer src="${scriptPath}"></script>`;
