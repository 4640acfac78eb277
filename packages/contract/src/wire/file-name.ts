/** Nothing that a file system refuses; the only braces are those of the four placeholders. */
export const FILE_NAME = /^(?![. ])(?:[^\\/:*?"<>|{}\p{Cc}\p{Cs}]|\{(?:order_no|product|quantity|date)\})*$/u;
