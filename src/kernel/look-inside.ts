import arrayDetails from './array_details.py?raw';
import { inlineParts } from './inline-parts.ts';
import inspectVariable from './inspect_variable.py?raw';
import labels from './labels.py?raw';
import libraryValues from './library_values.py?raw';
import listVariables from './list_variables.py?raw';
import safeValues from './safe_values.py?raw';
import shortened from './shortened.py?raw';
import tableDetails from './table_details.py?raw';
import variablePath from './variable_path.py?raw';

const parts = {
  shortened,
  safe_values: safeValues,
  library_values: libraryValues,
  labels,
  variable_path: variablePath,
  array_details: arrayDetails,
  table_details: tableDetails,
};

/** What looks at the user's values without running any code of theirs. */
export const listVariablesSource = inlineParts(listVariables, parts);
export const inspectVariableSource = inlineParts(inspectVariable, parts);
