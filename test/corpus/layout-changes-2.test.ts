import { describeLayoutChanges } from './helpers/layout-changes.js';

describeLayoutChanges(1);
