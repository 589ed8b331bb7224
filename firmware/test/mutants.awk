# SPDX-License-Identifier: MIT
# Results of mutants-every.sh against the list of those that may survive.
# mutants.txt: file, same or left, text of the line, change, reason.
# results: file, place, line, change, text of the line, result
FNR == NR {
	if ($0 ~ /^#/ || !NF)
		next
	key = "core/" $1 "\t" $3 "\t" $4
	nature[key] = $2
	reason[key] = $5
	if ($5 == "" || ($2 != "same" && $2 != "left")) {
		print "not ok fw_mutants: mutants.txt:" FNR \
			" has no reason, or is neither same nor left"
		bad = 1
	}
	next
}
{
	key = $1 "\t" $5 "\t" $4
	seen[key] = 1
	split($6, word, " ")
	what = word[1]
	if (what == "none")
		next
	files[$1]
	listed = key in nature ? nature[key] : ""
	if (what == "same" || (what == "survived" && listed == "same")) {
		same[$1]++
		same_all++
		next
	}
	tried[$1]++
	tried_all++
	if (what == "survived") {
		survived[$1]++
		survived_all++
		if (listed == "left")
			explained++
		else {
			print "# fw_mutant " $1 ":" $3 " survived: " $4 "   in: " $5
			print $1 "\t" $4 "\t" $5 >left
		}
	} else if (listed) {
		print "# fw_mutant " $1 ":" $3 " is listed and was noticed: " $4 \
			"   by:" substr($6, 8)
	}
}
END {
	for (key in nature)
		if (whole && !(key in seen)) {
			print "not ok fw_mutants: mutants.txt lists what is not there: " key
			bad = 1
		}
	for (f in files)
		printf "# %-18s %4d mutants, %3d change nothing, %3d survived, %5.1f %%\n",
			f, tried[f], same[f], survived[f],
			tried[f] ? 100 * survived[f] / tried[f] : 0 | "sort"
	close("sort")
	if (!tried_all) {
		print "not ok fw_mutants: none compiled"
		exit 1
	}
	printf "fw.mutants_survived_pct\t%.1f\t%d of %d mutants of core/, %d explained; " \
		"%d more change nothing; %d places\n", 100 * survived_all / tried_all,
		survived_all, tried_all, explained, same_all, total
	exit bad
}
